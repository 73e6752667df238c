/** Shares are drawn by a hash of the recipient, so that a recipient is in the same share each time. */

const SPAN = 10_000

/** FNV-1a, spread over its bits once more: near numbers must not have near draws. */
function draw(seed: string, recipient: string): number {
  let hash = 0x81_1c_9d_c5
  for (const char of `${seed} ${recipient}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return ((hash ^ (hash >>> 16)) >>> 0) % SPAN
}

/** True for `percent` of all recipients. Other seeds draw other ones. */
export const isInShare = (seed: string, recipient: string, percent: number): boolean =>
  draw(seed, recipient) < (percent * SPAN) / 100

/** The index that the recipient's draw falls on, each index as often as its weight. */
export function pickByWeight(seed: string, recipient: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let left = (draw(seed, recipient) * sum) / SPAN
  for (const [index, weight] of weights.entries()) {
    left -= weight
    if (left < 0) return index
  }
  return Math.max(0, weights.length - 1)
}
