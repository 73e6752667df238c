import { createElement, type SVGProps } from 'react'

interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

interface DrawnIconProps extends Omit<SVGProps<SVGSVGElement>, 'strokeWidth'> {
  size?: number
  strokeWidth?: number
  absoluteStrokeWidth?: boolean
}

const GRID = 24

/**
 * Makes a component of an icon of lucide's, in place of its own maker, whose ways to be configured from afar nobody
 * here uses and every first load would pay for (vite.config.ts puts it there).
 */
export default function drawnIcon({ node }: IconData) {
  const drawing = node.map(([tag, attributes]) => createElement(tag, attributes))
  return function DrawnIcon({ size = GRID, strokeWidth = 2, absoluteStrokeWidth = false, ...rest }: DrawnIconProps) {
    return createElement(
      'svg',
      {
        viewBox: `0 0 ${GRID} ${GRID}`,
        width: size,
        height: size,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: absoluteStrokeWidth ? (strokeWidth * GRID) / size : strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      drawing,
    )
  }
}
