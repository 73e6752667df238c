/** The progress of a long task, with its real share and counts. */
export function Progress({ label, done, of, text }: { label: string; done: number; of: number; text: string }) {
  const share = of === 0 ? 0 : Math.min(1, done / of)
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={done}
        aria-valuetext={text}
        className="h-1.5 flex-1 overflow-hidden rounded-full bg-fill-strong"
      >
        <div className="h-full rounded-full bg-ink" style={{ width: `${share * 100}%` }} />
      </div>
      <span className="text-sm text-ink-2 tabular-nums">{text}</span>
    </div>
  )
}
