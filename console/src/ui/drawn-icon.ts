import { createElement, type SVGProps } from 'react'

/** The `d` of a path, or another shape with its attributes. */
type Shape = string | readonly [tag: string, attributes: Record<string, string>]

interface DrawnIconProps extends Omit<SVGProps<SVGSVGElement>, 'strokeWidth'> {
  size?: number
  strokeWidth?: number
  absoluteStrokeWidth?: boolean
}

const GRID = 24

/** Makes a component of an icon's shapes. The build puts it in place of lucide's own factory (icons.ts). */
export default function drawnIcon(shapes: readonly Shape[]) {
  const drawing = shapes.map((shape) =>
    typeof shape === 'string' ? createElement('path', { d: shape }) : createElement(...shape),
  )
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
      ...drawing,
    )
  }
}
