import { Row } from './row.tsx'

const tokens = [
  'page',
  'sunken',
  'well',
  'raised',
  'fill',
  'fill-strong',
  'accent',
  'accent-soft',
  'ok-dot',
  'warn-dot',
  'bad-dot',
  'idle-dot',
  'chart-bar',
  'chart-line',
]

export function Tokens() {
  return (
    <Row title="Tokens">
      {tokens.map((token) => (
        <div key={token} className="text-[10px] text-ink-3">
          <div
            className="mb-1 h-7 w-14 rounded-sm border border-line-strong"
            style={{ background: `var(--hy-${token})` }}
          />
          {token}
        </div>
      ))}
    </Row>
  )
}
