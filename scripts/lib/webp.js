// Screenshots as WebP, compressed by the browser itself.

/** Image quality, 0 to 1; high enough for sharp text. */
const quality = 0.6;

/**
 * A PNG as WebP.
 * @param {import('playwright-core').BrowserContext} context
 * @param {Buffer} png
 * @returns {Promise<Buffer>}
 */
export async function toWebp(context, png) {
  const tab = await context.newPage();
  try {
    const url = await tab.evaluate(
      async ([data, best]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.width;
        canvas.height = image.height;
        canvas.getContext('2d')?.drawImage(image, 0, 0);
        return canvas.toDataURL('image/webp', Number(best));
      },
      [png.toString('base64'), String(quality)],
    );
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  } finally {
    await tab.close();
  }
}
