import { useState } from 'react'
import { cx } from './cx.ts'

const GRID = 4
const inks = ['var(--hy-chart-bar)', 'var(--hy-chart-bar-now)', 'var(--hy-part-a)', 'var(--hy-part-b)'] as const
const ACCENT = 'var(--hy-chart-line)'

/** FNV-1a hash of a seed to 32 bits, the same on every device. */
function hashOf(seed: string): number {
  let hash = 0x811c9dc5
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

/** A CSS gradient of two triangles that fill a square, with a soft border of one pixel between them. */
const square = (under: string, over: string, angle: number): string =>
  `linear-gradient(${angle}deg, ${over} calc(50% - 0.5px), ${under} calc(50% + 0.5px))`

interface Patch {
  /** The index, row by row. */
  place: number
  background: string
}

/**
 * The squares of the generated picture. The seed defines the left half, with one square in the bright colour; the right
 * half mirrors it.
 */
function patches(seed: string): Patch[] {
  const bright = hashOf(`${seed}*`) % (GRID * 2)
  return Array.from({ length: GRID ** 2 }, (_, place) => {
    const column = place % GRID
    const isMirrored = column >= GRID / 2
    const index = Math.floor(place / GRID) * 2 + (isMirrored ? GRID - 1 - column : column)
    const bits = hashOf(`${seed}${index}`)
    const over = index === bright ? ACCENT : (inks[(bits >>> 2) % 4] ?? inks[1])
    const right = (bits & 16) > 0 !== isMirrored
    return { place, background: square(inks[bits % 4] ?? inks[0], over, right ? 315 : 45) }
  })
}

/** As many rows as columns. */
const gridTemplate = `repeat(${GRID}, 1fr) / repeat(${GRID}, 1fr)`

/** Each square overlaps the next by a pixel, or a fractional zoom would show the background between them. */
const OVERLAP = '0 -1px -1px 0'

/** The generated picture of an account without its own. */
const Quilt = ({ seed }: { seed: string }) => (
  <span aria-hidden className="grid size-full" style={{ gridTemplate }}>
    {patches(seed).map(({ place, background }) => (
      <span key={place} style={{ background, margin: OVERLAP }} />
    ))}
  </span>
)

interface AvatarProps {
  /** The account's id, which the generated picture is made from. */
  seed: string
  url: string | null
  size: number
  className?: string
}

/** An account's picture, or the generated one where the avatar service does not answer (ruling 26). */
export function Avatar({ seed, url, size, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const frame = cx('shrink-0 overflow-hidden', size > 64 ? 'rounded-lg' : 'rounded-full', className)
  return (
    <span className={cx('inline-block', frame)} style={{ width: size, height: size }}>
      {url !== null && url !== failed ? (
        <img src={url} width={size} height={size} alt="" referrerPolicy="no-referrer" onError={() => setFailed(url)} />
      ) : (
        <Quilt seed={seed} />
      )}
    </span>
  )
}
