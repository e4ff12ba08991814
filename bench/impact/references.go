// Command references prints what a tree of Go modules declares and where each is used, by Go's type checker: one line of JSON a declaration, after
// one with the files that were checked. What other modules declare is not needed: it is taken as unknown.
package main

import (
	"encoding/json"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

type declared struct {
	Name      string `json:"name"`
	Container string `json:"container,omitempty"`
	Kind      string `json:"kind"`
	Path      string `json:"path"`
	Line      int    `json:"line"`
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Exported  bool   `json:"isExported"`
	Uses      []use  `json:"uses"`
}

type use struct {
	Path string `json:"path"`
	Line int    `json:"line"`
}

type loader struct {
	root     string
	modules  map[string]string // folders by module path
	files    *token.FileSet
	known    map[string]*types.Package
	standard types.Importer
	info     types.Info
	checked  map[string]*ast.File // by path
}

// Import loads a package of the tree, one of the standard library, or an empty one.
func (l *loader) Import(path string) (*types.Package, error) {
	if known, ok := l.known[path]; ok {
		return known, nil
	}
	module := ""
	for one := range l.modules {
		if len(one) > len(module) && strings.HasPrefix(path+"/", one+"/") {
			module = one
		}
	}
	if module != "" {
		return l.check(filepath.Join(l.modules[module], path[len(module):]), path), nil
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

func (l *loader) config() *types.Config {
	return &types.Config{Importer: l, Error: func(error) {}, FakeImportC: true}
}

// check reads the sources of a folder: the package, then again with its tests, then the tests outside of it.
func (l *loader) check(dir, path string) *types.Package {
	if known, ok := l.known[path]; ok {
		return known
	}
	l.known[path] = types.NewPackage(path, filepath.Base(path))
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	var sources, inner, outer []*ast.File
	for _, name := range names {
		if isBuilt, _ := build.Default.MatchFile(dir, filepath.Base(name)); !isBuilt {
			continue
		}
		source, err := parser.ParseFile(l.files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		l.checked[name] = source
		switch isTest := strings.HasSuffix(name, "_test.go"); {
		case !isTest:
			sources = append(sources, source)
		case strings.HasSuffix(source.Name.Name, "_test"):
			outer = append(outer, source)
		default:
			inner = append(inner, source)
		}
	}
	l.known[path], _ = l.config().Check(path, l.files, sources, &l.info)
	if len(inner) > 0 {
		_, _ = l.config().Check(path, l.files, append(sources, inner...), &l.info)
	}
	if len(outer) > 0 {
		_, _ = l.config().Check(path+"_test", l.files, outer, &l.info)
	}
	return l.known[path]
}

func (l *loader) place(pos token.Pos) use {
	at := l.files.Position(pos)
	file, _ := filepath.Rel(l.root, at.Filename)
	return use{filepath.ToSlash(file), at.Line}
}

// declare adds a declaration with the lines that hold it.
func (l *loader) declare(name *ast.Ident, kind, container string, whole ast.Node, found map[string]*declared) {
	at := l.place(name.Pos())
	found[l.files.Position(name.Pos()).String()] = &declared{
		Name: name.Name, Container: container, Kind: kind, Path: at.Path, Line: at.Line,
		StartLine: l.place(whole.Pos()).Line, EndLine: l.place(whole.End()).Line, Exported: name.IsExported(), Uses: []use{},
	}
}

func (l *loader) declarations() map[string]*declared {
	found := map[string]*declared{}
	for _, file := range l.checked {
		for _, one := range file.Decls {
			switch one := one.(type) {
			case *ast.FuncDecl:
				if one.Recv == nil {
					l.declare(one.Name, "function", "", one, found)
				} else if receiver := regexp.MustCompile(`\w+`).FindString(types.ExprString(one.Recv.List[0].Type)); receiver != "" {
					l.declare(one.Name, "member", receiver, one, found)
				}
			case *ast.GenDecl:
				for _, spec := range one.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						l.declare(spec.Name, "type", "", spec, found)
						l.members(spec, found)
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							l.declare(name, "value", "", spec, found)
						}
					}
				}
			}
		}
	}
	return found
}

func (l *loader) members(spec *ast.TypeSpec, found map[string]*declared) {
	var fields *ast.FieldList
	switch shape := spec.Type.(type) {
	case *ast.StructType:
		fields = shape.Fields
	case *ast.InterfaceType:
		fields = shape.Methods
	default:
		return
	}
	for _, field := range fields.List {
		for _, name := range field.Names {
			l.declare(name, "member", spec.Name.Name, field, found)
		}
	}
}

func main() {
	root, _ := filepath.Abs(os.Args[1])
	l := loader{root: root, modules: map[string]string{}, files: token.NewFileSet(), known: map[string]*types.Package{}, checked: map[string]*ast.File{}}
	l.standard = importer.ForCompiler(l.files, "source", nil)
	l.info = types.Info{Uses: map[*ast.Ident]types.Object{}}
	var dirs []string
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); path != root && (name[0] == '.' || name == "testdata" || name == "vendor" || name == "node_modules") {
				return filepath.SkipDir
			}
			dirs = append(dirs, path)
		} else if text, err := os.ReadFile(path); entry.Name() == "go.mod" && err == nil {
			if name := regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`).FindSubmatch(text); name != nil {
				l.modules[string(name[1])] = filepath.Dir(path)
			}
		}
		return nil
	})
	for _, dir := range dirs {
		module := ""
		for one, folder := range l.modules {
			if strings.HasPrefix(dir+"/", folder+"/") && (module == "" || len(folder) > len(l.modules[module])) {
				module = one
			}
		}
		if rest, err := filepath.Rel(l.modules[module], dir); module != "" && err == nil {
			l.check(dir, strings.TrimSuffix(module+"/"+filepath.ToSlash(rest), "/."))
		}
	}
	found := l.declarations()
	// A test is checked beside a second copy of its package: what is declared at one place is one.
	for name, object := range l.info.Uses {
		if one, ok := found[l.files.Position(object.Pos()).String()]; ok {
			one.Uses = append(one.Uses, l.place(name.Pos()))
		}
	}
	var files []string
	for path := range l.checked {
		file, _ := filepath.Rel(root, path)
		files = append(files, filepath.ToSlash(file))
	}
	sort.Strings(files)
	out := json.NewEncoder(os.Stdout)
	_ = out.Encode(map[string]any{"files": files})
	for _, one := range found {
		_ = out.Encode(one)
	}
}
