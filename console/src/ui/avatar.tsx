import { useState } from 'react'
import { cx } from './cx.ts'

const GRID = 4
const inks = ['var(--hy-chart-bar)', 'var(--hy-chart-bar-now)', 'var(--hy-part-a)', 'var(--hy-part-b)'] as const
const ACCENT = 'var(--hy-chart-line)'

/** FNV-1a: a small spread of a seed over 32 bits, the same on every device. */
function spread(seed: string): number {
  let hash = 0x811c9dc5
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

interface Patch {
  x: number
  y: number
  under: string
  over: string
  /** Which half of the square the upper triangle covers. */
  rising: boolean
}

/** The left half of a quilt: squares of two triangles each, one of them in the bright colour. */
function patches(seed: string): Patch[] {
  const bright = spread(`${seed}*`) % (GRID * 2)
  return Array.from({ length: GRID * 2 }, (_, index) => {
    const bits = spread(`${seed}${index}`)
    return {
      x: index % 2,
      y: Math.floor(index / 2),
      under: inks[bits % 4] ?? inks[0],
      over: index === bright ? ACCENT : (inks[(bits >>> 2) % 4] ?? inks[1]),
      rising: ((bits >>> 4) & 1) === 1,
    }
  })
}

/** A picture for an account without one: a quilt drawn from its id, mirrored about the middle. */
function Quilt({ seed, size }: { seed: string; size: number }) {
  const half = patches(seed).map(({ x, y, under, over, rising }) => (
    <g key={`${x}.${y}`}>
      <rect x={x} y={y} width={1} height={1} fill={under} shapeRendering="crispEdges" />
      <path d={rising ? `M${x} ${y + 1}h1v-1z` : `M${x} ${y}v1h1z`} fill={over} />
    </g>
  ))
  return (
    <svg viewBox={`0 0 ${GRID} ${GRID}`} width={size} height={size} aria-hidden className="block">
      <g>{half}</g>
      <g transform={`matrix(-1 0 0 1 ${GRID} 0)`}>{half}</g>
    </svg>
  )
}

interface AvatarProps {
  /** The account's id: the drawn picture comes from it. */
  seed: string
  url: string | null
  size: number
  className?: string
}

/** An account's picture; when the avatar service does not answer, the drawn one (ruling 26). */
export function Avatar({ seed, url, size, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const frame = cx('shrink-0 overflow-hidden', size > 64 ? 'rounded-lg' : 'rounded-full', className)
  return (
    <span className={cx('inline-block', frame)} style={{ width: size, height: size }}>
      {url !== null && url !== failed ? (
        <img src={url} width={size} height={size} alt="" referrerPolicy="no-referrer" onError={() => setFailed(url)} />
      ) : (
        <Quilt seed={seed} size={size} />
      )}
    </span>
  )
}
