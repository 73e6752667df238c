import type { CardBrand } from '@hongyan/contract/vocabulary/payment'
import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../../ui/cx.ts'
import { Icon } from '../../../../ui/icon.tsx'

const wordmark = (text: string, ink: string, size = 11) => (
  <text x="20" y={14 + size * 0.36} textAnchor="middle" fontSize={size} fontWeight="700" fill={ink}>
    {text}
  </text>
)

const pair = (left: string, right: string) => (
  <>
    <circle cx="16" cy="14" r="7" fill={left} />
    <circle cx="24" cy="14" r="7" fill={right} fillOpacity="0.85" />
  </>
)

const bars = (...inks: readonly string[]) =>
  inks.map((ink, at) => <rect key={ink} x={9 + at * 8} y="6" width="6" height="16" rx="2.5" fill={ink} />)

/** Simplified drawings in the brands' colours, so that the page loads no logo files. */
const marks: Readonly<Record<CardBrand, ReactNode>> = {
  amex: (
    <>
      <rect width="40" height="28" fill="#0b6bc3" />
      {wordmark('AMEX', '#fff', 10)}
    </>
  ),
  diners: (
    <>
      <circle cx="20" cy="14" r="8.5" fill="#0a4f95" />
      <path d="M17.5 8.5a6 6 0 0 0 0 11zM22.5 8.5a6 6 0 0 1 0 11z" fill="#fff" />
    </>
  ),
  discover: (
    <>
      {wordmark('DISCOVER', '#231f20', 6.6)}
      <circle cx="36" cy="28" r="8.5" fill="#f27712" />
    </>
  ),
  jcb: bars('#0e4c96', '#c9252b', '#00843d'),
  mastercard: pair('#eb001b', '#f79e1b'),
  unionpay: <g transform="skewX(-12) translate(3 0)">{bars('#c8202f', '#0b4a82', '#007a83')}</g>,
  visa: <g fontStyle="italic">{wordmark('VISA', '#1a1f71', 12)}</g>,
}

/** The card brand's logo on a tile that is white in both themes, as logos need. The brand's name always stands beside it. */
export function BrandTile({ brand }: { brand: CardBrand | null }) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid h-7 w-10 shrink-0 place-items-center overflow-hidden rounded-[4px] border border-line',
        brand === null ? 'text-ink-3' : 'bg-white',
      )}
    >
      {brand === null ? (
        <Icon of={CreditCard} />
      ) : (
        <svg viewBox="0 0 40 28" className="size-full">
          {marks[brand]}
        </svg>
      )}
    </span>
  )
}
