// The context that a line of code is shown with, so that it can be understood and still parses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitShown } from '../../../support/unitsShown.ts';

/** Checks what is shown for some parts of a text. */
function check(path: string, text: string, expected: Readonly<Record<string, string>>): void {
  for (const [part, shown] of Object.entries(expected)) assert.equal(unitShown(path, text, part).text, shown.replace(/^\n/, ''), part);
}

const view = `import os

@route("/a")
@login(
    role="admin",
)
def view(request):
    """Shows a page.

    It is rendered
    by a template.

    It is cached
    for an hour.
    """
    total = compute(
        request.a,
        request.b,
    )
    if total > 3:
        return page(total)
    elif total < 0:
        return negative(total)
    else:
        return small(total)

def after(): return 1
`;
const header = `@route("/a")
@login(
    role="admin",
)
def view(request):
    """Shows a page.
    """`;

test('a definition is shown with its decorators and the first paragraph of its doc string', () => {
  check('a.py', view, { '@login': header, 'Shows a page': header });
  assert.deepEqual(unitShown('a.py', view, 'def view'), { text: header, subject: 'view', scope: '3-25' });
});

test('a later paragraph of a long doc string is shown with the first one', () => {
  check('a.py', view, { cached: view.slice(view.indexOf('@route'), view.indexOf('    total')).trimEnd() });
});

test('what follows a long doc string is still in its definition', () => {
  assert.deepEqual(unitShown('a.py', view, 'request.b').subject, 'view');
  assert.deepEqual(unitShown('a.py', view, 'after').subject, 'after');
});

test('a call over several lines is one unit, unless it is long', () => {
  check('a.py', view, { 'request.b': `${header}\n    total = compute(\n        request.a,\n        request.b,\n    )` });
  const rows = Array.from({ length: 20 }, (_, i) => `    "row ${i}",`);
  check('b.py', `rows = [\n${rows.join('\n')}\n]\n`, { 'row 15': 'rows = [\n    "row 15",\n]' });
  check('a.ts', 'boil(kettle)\n  .then(steam)\n  .then(whistle);\npour();\n', {
    whistle: 'boil(kettle)\n  .then(steam)\n  .then(whistle);',
  });
});

test('a long decorator is complete, and a long string argument is closed', () => {
  const rows = Array.from({ length: 6 }, (_, i) => `        ("row ${i}", ${i}),`).join('\n');
  const decorated = `@pytest.mark.parametrize(\n    ("name", "size"),\n    (\n${rows}\n    ),\n)\ndef test_size(name):`;
  check('a.py', `${decorated}\n    assert size\n`, { test_size: `${decorated}\n    assert size` });
  const help = 'cli = Group(\n    help="""\\\nA script.\n\nIt boils.\n\nIt cools.\n\nIt ends.\n""",\n)';
  check('a.py', `${help}\n`, { 'A script': 'cli = Group(\n    help="""\\\nA script.\n""",\n)', cools: help });
});

test('a block comment is shown with the declaration below it, also after a blank line', () => {
  const text = '/**\n * Boils water.\n */\n\nkettle.boil = function boil(water) {\n  heat(water);\n};\n';
  check('a.js', text, { Boils: '/**\n * Boils water.\n */\nkettle.boil = function boil(water) {' });
  check('b.js', text.replace('/**\n * Boils water.\n */', '// Boils water.'), { Boils: '// Boils water.' });
});

test('a comment with less indentation does not end a body', () => {
  const text = 'steps:\n  # First.\n  - name: Fill\n# Not now.\n  - name: Boil\n';
  check('a.yml', text, { Boil: 'steps:\n  # First.\n  - name: Boil' });
  check('a.py', 'if cold:\n    heat()\n# Not now.\n    boil()\n', { boil: 'if cold:\n    heat()\n    boil()' });
});

test('the doc string of a file is separate from the comments around it', () => {
  check('a.py', '# Licence.\n"""Boils."""\n# Imports.\nimport os\n', { Boils: '"""Boils."""', Imports: '# Imports.\nimport os' });
});

test('a clause is shown with those before it', () => {
  check('a.py', view, {
    'page(total)': `${header}\n    if total > 3:\n        return page(total)`,
    'small(total)': `${header}
    if total > 3:
        return page(total)
    elif total < 0:
        return negative(total)
    else:
        return small(total)`,
  });
});

test('a try is shown with the clause after it', () => {
  const python = 'try:\n    heat()\n    heat_more()\nexcept Cold:\n    warm()\n    warm_more()\nfinally:\n    close()\n';
  check('a.py', python, {
    heat_more: 'try:\n    heat()\n    heat_more()\nexcept Cold:\n    warm()',
    warm_more: 'try:\n    heat()\nexcept Cold:\n    warm()\n    warm_more()',
    close: 'try:\n    heat()\nexcept Cold:\n    warm()\nfinally:\n    close()',
  });
  check('a.ts', 'try {\n  heat();\n} catch (error) {\n  report(error);\n}\n', {
    heat: 'try {\n  heat();\n} catch (error) {',
    report: 'try {\n} catch (error) {\n  report(error);',
  });
  check('a.rb', 'begin\n  heat\nrescue Cold\n  warm\nensure\n  close\nend\n', { heat: 'begin\n  heat\nrescue Cold' });
});

test('a brace on its own line belongs to the line above it', () => {
  const text = `class Kettle
{
    /// <summary>Boils.</summary>
    public void Boil()
    {
        if (cold)
        {
            Heat();
        }
        else
        {
            Wait();
        }
    }
}
`;
  const method = '    /// <summary>Boils.</summary>\n    public void Boil()\n    {';
  check('a.cs', text, {
    Boils: method,
    'Heat()': `${method}\n        if (cold)\n        {\n            Heat();`,
    'Wait()': `${method}\n        if (cold)\n        {\n        }\n        else\n        {\n            Wait();`,
  });
  assert.deepEqual(unitShown('a.cs', text, 'Heat()').subject, 'Kettle › Boil');
});

test('an item of YAML is shown with the keys above it, and a key with its first line', () => {
  const text = `name: CI
jobs:
  test:
    steps:
    - uses: checkout
    - name: Run
      run: |
        npm ci
        npm test
      env:
        DEPTH: 1
`;
  const above = 'jobs:\n  test:\n    steps:\n    - uses: checkout';
  check('a.yml', text, {
    steps: above,
    'npm test': `${above}\n    - name: Run\n      run: |\n        npm ci\n        npm test`,
    DEPTH: `${above}\n    - name: Run\n      env:\n        DEPTH: 1`,
  });
});

test('a comment is shown with the declaration below it, and vice versa', () => {
  for (const [path, text] of [
    ['a.py', '# Boils.\n# Twice.\ndef boil():\n    heat()'],
    ['a.ts', '/**\n * Boils.\n */\nfunction boil() {'],
    ['a.go', '// Boil boils.\nfunc Boil() {'],
    ['a.rs', '/// Boils.\n#[inline]\npub fn boil() {'],
    ['a.rb', '# Boils.\ndef boil'],
    ['a.sql', '-- Boils.\nCREATE TABLE kettle (id INT);'],
  ] as const) {
    const whole = `other\n\n${text}\n`;
    for (const part of text.split('\n').slice(0, -1)) assert.equal(unitShown(path, whole, part).text, text, `${path}: ${part}`);
  }
  check('b.py', '# About the file.\n\ndef boil():\n    heat()\n', { boil: 'def boil():\n    heat()', About: '# About the file.' });
});

test('a member is shown under its enclosing names, without their lines', () => {
  const text = 'class Kettle:\n    size = 1\n\n    class Lid:\n        def lift(self):\n            return self.hinge\n';
  assert.deepEqual(unitShown('a.py', text, 'hinge'), {
    text: '        def lift(self):\n            return self.hinge',
    subject: 'Kettle › Lid › lift',
    scope: '5-6',
  });
});

test('tabs indent, and code without indentation is read line by line', () => {
  check('a.go', 'func Boil() {\n\tif hot {\n\t\tsteam()\n\t}\n}\n', { steam: 'func Boil() {\n\tif hot {\n\t\tsteam()' });
  check('a.js', 'function boil() {\nheat();\n}\n', { heat: 'heat();' });
});

test('a doc string that is all that a body has belongs to its definition', () => {
  const text = 'class Kettle:\n    def boil(self):\n        """Boils."""\n\n    def cool(self):\n        """Cools."""\n';
  assert.deepEqual(unitShown('a.py', text, 'Cools'), {
    text: '    def cool(self):\n        """Cools."""',
    subject: 'Kettle › cool',
    scope: '5-6',
  });
});
