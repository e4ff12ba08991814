import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { definitionAround, qualifiedName } from '../../../../src/service/relations/answers/enclosing.ts';

const text = `const max = 3;

class Kettle {
  boil() {
    const hot = 1;
    return hot;
  }
}

function pour() {}
`;

test('a line is in the innermost function or type that holds it', () => {
  const around = (line: number) => {
    const found = definitionAround(line, 'a.ts', text, languageOf('a.ts'));
    return found && qualifiedName(found);
  };
  const names = Array.from({ length: 10 }, (_, i) => around(i + 1));
  const [none, boil] = [undefined, 'Kettle.boil'];
  assert.deepEqual(names, [none, none, 'Kettle', boil, boil, boil, boil, 'Kettle', none, 'pour']);
});
