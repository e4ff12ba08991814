/** Converts between map and screen coordinates. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** In map coordinates. */
export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

const minScale = 0.02;
const maxScale = 12;

export class Camera {
  x = 0;
  y = 0;
  scale = 1;
  size: Size = { width: 1, height: 1 };

  toScreen(x: number, y: number): readonly [number, number] {
    return [(x - this.x) * this.scale + this.size.width / 2, (y - this.y) * this.scale + this.size.height / 2];
  }

  toMap(x: number, y: number): readonly [number, number] {
    return [(x - this.size.width / 2) / this.scale + this.x, (y - this.size.height / 2) / this.scale + this.y];
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
  }

  /** Zooms around a fixed point of the screen. */
  zoom(factor: number, x = this.size.width / 2, y = this.size.height / 2): void {
    const [mapX, mapY] = this.toMap(x, y);
    this.scale = Math.min(maxScale, Math.max(minScale, this.scale * factor));
    const [nowX, nowY] = this.toMap(x, y);
    this.x += mapX - nowX;
    this.y += mapY - nowY;
  }

  /** Fits circles into view completely. */
  fit(circles: readonly Circle[]): void {
    if (circles.length === 0) return;
    const left = Math.min(...circles.map(({ x, r }) => x - r));
    const right = Math.max(...circles.map(({ x, r }) => x + r));
    const top = Math.min(...circles.map(({ y, r }) => y - r));
    const bottom = Math.max(...circles.map(({ y, r }) => y + r));
    this.x = (left + right) / 2;
    this.y = (top + bottom) / 2;
    const wanted = Math.min(this.size.width / (right - left + 1), this.size.height / (bottom - top + 1)) * 0.94;
    this.scale = Math.min(maxScale / 2, Math.max(minScale, wanted));
  }
}
