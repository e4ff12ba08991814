import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stem } from '../../../../src/engine/text/stemming/stem.ts';

/** Pairs of word and stem. */
function check(pairs: string): void {
  const words = pairs.trim().split(/\s+/);
  for (let i = 0; i < words.length; i += 2) assert.equal(stem(words[i] as string), words[i + 1], words[i]);
}

test("the examples of Porter's paper, each taken through all steps", () => {
  check(`caresses caress ponies poni ties ti caress caress cats cat
    feed feed agreed agre plastered plaster bled bled motoring motor sing sing
    conflated conflat troubled troubl sized size hopping hop tanned tan falling fall hissing hiss fizzed fizz failing fail filing file
    happy happi sky sky`);
  check(`relational relat conditional condit rational ration valenci valenc hesitanci hesit digitizer digit conformabli conform
    radicalli radic differentli differ vileli vile analogousli analog vietnamization vietnam predication predic operator oper
    feudalism feudal decisiveness decis hopefulness hope callousness callous formaliti formal sensitiviti sensit sensibiliti sensibl`);
  check(`triplicate triplic formative form formalize formal electriciti electr electrical electr hopeful hope goodness good`);
  check(`revival reviv allowance allow inference infer airliner airlin gyroscopic gyroscop adjustable adjust defensible defens
    irritant irrit replacement replac adjustment adjust dependent depend adoption adopt homologou homolog communism commun
    activate activ angulariti angular homologous homolog effective effect bowdlerize bowdler`);
  check('probate probat rate rate cease ceas controll control roll roll');
});

test('the chains of the paper', () => {
  check('generalizations gener oscillators oscil');
});

test('the author’s own departures', () => {
  check('possibly possibl apologies apolog analogy analog');
});

test('words of one or two letters and the letter y', () => {
  check('a a is is as as by by say sai cry cry flies fli dying dy enjoy enjoi yes ye');
});
