const bars = ['h-6 w-56', 'h-4 w-80', 'mt-4 h-44 w-full', 'h-36 w-full']

/** A placeholder for a page. Invisible for the first 100 ms. */
export function Skeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid animate-[appear_1ms_100ms_both] gap-4">
      {bars.map((size) => (
        <div key={size} className={`max-w-full rounded-md bg-fill ${size}`} />
      ))}
    </div>
  )
}
