/** The rarity of something that `size` of `count` chunks hold, 0 to 1: ln(1 + count / size) / ln(1 + count). */
export function rarity(size: number, count: number): number {
  return size <= 0 ? 1 : Math.log(1 + count / size) / Math.log(1 + count);
}
