// Command implementers prints, for each interface of the Go module in a folder, the types of the module that implement it, one line of JSON an
// interface. Types of other modules are not needed: what cannot be loaded is taken as an unknown type.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

type found struct {
	Name  string   `json:"name"`
	Types []string `json:"types"`
}

type loader struct {
	root, module string
	files        *token.FileSet
	known        map[string]*types.Package
	standard     types.Importer
}

// Import loads a package of the module, one of the standard library, or an empty one.
func (l *loader) Import(path string) (*types.Package, error) {
	if known, ok := l.known[path]; ok {
		return known, nil
	}
	if rest, ok := strings.CutPrefix(path+"/", l.module+"/"); ok {
		return l.check(filepath.Join(l.root, rest), path), nil
	}
	loaded := types.NewPackage(path, filepath.Base(path))
	loaded.MarkComplete()
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		if standard, err := l.standard.Import(path); err == nil {
			loaded = standard
		}
	}
	l.known[path] = loaded
	return loaded, nil
}

// check reads the sources of a folder, without tests; errors leave unknown types.
func (l *loader) check(dir, path string) *types.Package {
	if known, ok := l.known[path]; ok {
		return known
	}
	l.known[path] = types.NewPackage(path, filepath.Base(path))
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	var sources []*ast.File
	for _, name := range names {
		if isBuilt, _ := build.Default.MatchFile(dir, filepath.Base(name)); !isBuilt || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if source, err := parser.ParseFile(l.files, name, nil, 0); err == nil {
			sources = append(sources, source)
		}
	}
	config := types.Config{Importer: l, Error: func(error) {}, FakeImportC: true}
	l.known[path], _ = config.Check(path, l.files, sources, nil)
	return l.known[path]
}

func main() {
	l := loader{root: os.Args[1], files: token.NewFileSet(), known: map[string]*types.Package{}}
	l.standard = importer.ForCompiler(l.files, "source", nil)
	manifest, err := os.Open(filepath.Join(l.root, "go.mod"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for lines := bufio.NewScanner(manifest); lines.Scan(); {
		if name, ok := strings.CutPrefix(lines.Text(), "module "); ok {
			l.module = strings.TrimSpace(name)
		}
	}
	var declared []*types.Named
	_ = filepath.WalkDir(l.root, func(dir string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); dir != l.root && (name[0] == '.' || name == "testdata" || name == "vendor") {
			return filepath.SkipDir
		}
		rest, _ := filepath.Rel(l.root, dir)
		scope := l.check(dir, strings.TrimSuffix(l.module+"/"+filepath.ToSlash(rest), "/.")).Scope()
		for _, name := range scope.Names() {
			if one, ok := scope.Lookup(name).(*types.TypeName); ok && !one.IsAlias() {
				if named, ok := one.Type().(*types.Named); ok && named.TypeParams().Len() == 0 {
					declared = append(declared, named)
				}
			}
		}
		return nil
	})
	out := json.NewEncoder(os.Stdout)
	for _, one := range declared {
		wanted, ok := one.Underlying().(*types.Interface)
		if !ok || wanted.NumMethods() == 0 {
			continue
		}
		row := found{one.Obj().Name(), []string{}}
		for _, other := range declared {
			if _, isInterface := other.Underlying().(*types.Interface); !isInterface && l.hasAll(other, wanted) {
				at := l.files.Position(other.Obj().Pos())
				file, _ := filepath.Rel(l.root, at.Filename)
				row.Types = append(row.Types, fmt.Sprintf("%s:%d", filepath.ToSlash(file), at.Line))
			}
		}
		_ = out.Encode(row)
	}
}

// hasAll tells whether a type or a pointer to it implements an interface by methods of its own: an embedded type that is unknown has any method.
func (l *loader) hasAll(one *types.Named, wanted *types.Interface) bool {
	own := map[string]bool{}
	for method := range one.Methods() {
		own[method.Name()] = true
	}
	for method := range wanted.Methods() {
		if !own[method.Name()] {
			return false
		}
	}
	return types.Implements(one, wanted) || types.Implements(types.NewPointer(one), wanted)
}
