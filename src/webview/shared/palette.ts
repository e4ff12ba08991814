/** The theme's colours from the editor's variables; read again when the theme changes. */

export interface Palette {
  readonly foreground: string;
  readonly quiet: string;
  readonly background: string;
  readonly border: string;
  readonly focus: string;
  readonly font: string;
  readonly fontSize: number;
  /** Hues of areas, used in turn. */
  readonly hues: readonly string[];
  /** High contrast uses lines where other themes use tints. */
  readonly isHighContrast: boolean;
}

const hueNames = ['blue', 'green', 'orange', 'purple', 'red', 'yellow'];
/** For hues that a theme does not distinguish, by whether it is dark; each has a contrast of at least 4.5 to black or white. */
const spareHues = {
  dark: ['#3794ff', '#89d185', '#f59b42', '#c695f0', '#f48771', '#ffd370'],
  light: ['#0f4a85', '#2a6b2f', '#8a4b00', '#652d90', '#b5200d', '#6b5900'],
} as const;

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string, otherwise: string): string => style.getPropertyValue(name).trim() || otherwise;
  const has = (name: string): boolean => document.body.classList.contains(name);
  const foreground = read('--vscode-foreground', '#888');
  return {
    foreground,
    quiet: read('--vscode-descriptionForeground', foreground),
    background: read('--vscode-editor-background', '#000'),
    border: read('--vscode-contrastBorder', ''),
    focus: read('--vscode-focusBorder', foreground),
    font: read('--vscode-font-family', 'sans-serif'),
    fontSize: Number.parseFloat(read('--vscode-font-size', '13')) || 13,
    hues: distinct(
      hueNames.map((name) => opaque(read(`--vscode-charts-${name}`, foreground))),
      [foreground, read('--vscode-editor-background', '#000')],
      ['vscode-light', 'vscode-high-contrast-light'].some(has) ? spareHues.light : spareHues.dark,
    ),
    isHighContrast: ['vscode-high-contrast', 'vscode-high-contrast-light'].some(has),
  };
}

/** Hues with a spare one in place of each that is taken: as another hue, or as text or background. */
function distinct(hues: readonly string[], taken: readonly string[], spare: readonly string[]): readonly string[] {
  const seen = new Set(taken.map((colour) => colour.toLowerCase()));
  return hues.map((hue, i) => {
    const kept = seen.has(hue.toLowerCase()) ? (spare[i] as string) : hue;
    seen.add(kept.toLowerCase());
    return kept;
  });
}

/** In some themes a hue is meant as an overlay on text; here it is used on its own. */
function opaque(colour: string): string {
  return colour.replace(/^rgba\((.+),\s*[\d.]+\)$/, 'rgb($1)').replace(/^(#[0-9a-f]{6})[0-9a-f]{2}$/i, '$1');
}

/** Calls back when the theme changes. */
export function onPalette(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
}
