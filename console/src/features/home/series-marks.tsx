/** The legend symbols of the two series. */
export const BarMark = () => <span aria-hidden className="size-2.5 shrink-0 rounded-[2px] bg-chart-bar-now" />

export const LineMark = () => (
  <svg aria-hidden width={16} height={8} className="shrink-0 fill-raised stroke-chart-line" strokeWidth={1.5}>
    <path d="M0 4h16" />
    <circle cx={8} cy={4} r={2.25} />
  </svg>
)
