/** Two modules of two files each; `brew.ts` imports and calls what `boiler.ts` defines. */
export const gatedFiles = {
  'tea/brew.ts':
    "import { heatWater } from '../pump/boiler';\n\n/** Brews green tea. */\nexport function brewGreen() {\n  return heatWater(80);\n}\n",
  'tea/pour.ts': '/** Pours a cup. */\nexport function pourCup() {}\n',
  'pump/boiler.ts': '/** The boiler scalds leaves above a limit. */\nexport function heatWater(limit: number) {\n  return limit;\n}\n',
  'pump/valve.ts': '/** Opens and shuts. */\nexport function openValve() {}\n',
};
