import type { Row } from '../../syntax.ts';
import { cBlock } from '../marks.ts';

export const verilog: Row = {
  id: 'verilog',
  names: '.sv .svh .vh',
  others: 'systemverilog',
  layout: 'ends',
  ends: 'endmodule endfunction endtask endclass endpackage endinterface endprogram endproperty endsequence endchecker endgroup endprimitive endconfig',
  bodiless: 'extern pure',
  declares: {
    module: 'module macromodule package interface program checker primitive config',
    type: 'class covergroup',
    function: 'function task property sequence',
    alias: 'typedef',
    value: 'parameter localparam',
  },
  modifiers: `automatic static virtual pure extern local protected void bit logic int integer byte shortint longint real string signed
    unsigned reg wire`,
  statements: 'if else for while case begin end assign always always_ff always_comb initial import return repeat forever',
  comments: { line: ['//'], block: cBlock, quotes: '"', directives: true },
};
