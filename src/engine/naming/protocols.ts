/**
 * Names prescribed by protocols: Python's special methods and attributes, Rust traits that any type implements, methods of containers in Go
 * and C#, matchers of test runners. A class that defines `__init__` is not about it.
 */

/** Python's, without underscores (The Python Language Reference, section 3.3, and the attributes of modules and functions). */
const special = {
  lifecycle: 'del init new post_init',
  classes: 'class class_getitem init_subclass instancecheck match_args mro prepare set_name slots subclasscheck subclasses',
  conversion: 'bool bytes complex dir float format hash index int repr round sizeof str',
  comparison: 'eq ge gt le lt ne',
  containers: 'contains delitem getitem len length_hint missing reversed setitem',
  attributes: 'delattr delete dict get getattr getattribute set setattr',
  copies: 'copy deepcopy getstate reduce reduce_ex setstate',
  calls: 'aenter aexit aiter anext await call enter exit iter next',
  functions: 'annotations code defaults func globals name qualname signature wrapped',
  modules:
    'all author build copyright debug description doc email file future import license main maintainer module origin package path spec title url version',
  arithmetic: 'abs invert neg',
};
/** Each also has an in-place (`__iadd__`) and a reflected (`__radd__`) form. */
const operators = 'add and divmod floordiv lshift mod mul or pow rshift sub truediv xor';

const pythonSpecialNames = new Set([
  ...Object.values(special).flatMap((row) => row.split(' ')),
  ...operators.split(' ').flatMap((operator) => [operator, `i${operator}`, `r${operator}`]),
]);

/** Traits whose implementations define them, so that they look like the code's own symbols. */
const traits = new Set(['AsMut', 'AsRef', 'IntoIter']);

/** Methods of containers, streams and values in Go and C#, where methods are capitalised. */
const methods = new Set(
  (
    'Add Clone Close CompareTo Contains Copy Delete Dispose Equal Equals First Flush Get GetEnumerator GetHashCode Has Insert Keys Last Len ' +
    'Less MarshalJSON MarshalText Next Pop Prev Push Read Remove Reset Scan Seek ServeHTTP Set Size Status String Swap ToString ' +
    'UnmarshalJSON UnmarshalText Unwrap Update Value Values Write'
  ).split(' '),
);

/** Matchers of Jest and compatible runners: `toBeNull`, `toHaveBeenCalled`. */
const matcher = /^to(?:Be|Contain|Equal|Have|Match|Return|StrictEqual|Throw)(?:[A-Z]\w*)?$/;

/** Whether a protocol prescribes the symbol. */
export function isProtocolName(symbol: string): boolean {
  if (symbol.startsWith('__') && symbol.endsWith('__')) return pythonSpecialNames.has(symbol.slice(2, -2));
  return traits.has(symbol) || methods.has(symbol) || matcher.test(symbol);
}
