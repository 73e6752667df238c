/** Calls back once the browser has shown what stands now, so that what the call starts does not delay it. */
export function afterPaint(call: () => void): () => void {
  // The frame that paints it is on the screen when the next one begins.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(call)
  })
  return () => cancelAnimationFrame(frame)
}

/** Resolves once the browser has shown what stands now. */
export const painted = (): Promise<void> => new Promise((resolve) => void afterPaint(resolve))
