/** Stands for a word or a number while it loads, in a line of its real height. What comes within 100 ms needs none. */
export const Bone = ({ width }: { width: number }) => (
  <span
    aria-hidden
    className="inline-block h-2.5 max-w-full animate-[appear_1ms_100ms_both] rounded-full bg-fill-strong align-middle"
    style={{ width }}
  />
)
