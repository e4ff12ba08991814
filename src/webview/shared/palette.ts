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

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string, otherwise: string): string => style.getPropertyValue(name).trim() || otherwise;
  const foreground = read('--vscode-foreground', '#888');
  return {
    foreground,
    quiet: read('--vscode-descriptionForeground', foreground),
    background: read('--vscode-editor-background', '#000'),
    border: read('--vscode-contrastBorder', ''),
    focus: read('--vscode-focusBorder', foreground),
    font: read('--vscode-font-family', 'sans-serif'),
    fontSize: Number.parseFloat(read('--vscode-font-size', '13')) || 13,
    hues: hueNames.map((name) => opaque(read(`--vscode-charts-${name}`, foreground))),
    isHighContrast:
      document.body.classList.contains('vscode-high-contrast') || document.body.classList.contains('vscode-high-contrast-light'),
  };
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
