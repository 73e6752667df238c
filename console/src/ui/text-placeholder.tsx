/** A placeholder for text while it loads, in a line of its real height. Invisible for the first 100 ms. */
export const TextPlaceholder = ({ width }: { width: number }) => (
  <span
    aria-hidden
    className="inline-block h-2.5 max-w-full animate-[appear_1ms_100ms_both] rounded-full bg-fill-strong align-middle"
    style={{ width }}
  />
)
