/** Calls back once the browser has painted the present page, so that the callback does not delay the paint. */
export function afterPaint(call: () => void): () => void {
  // The frame that paints it is on the screen when the next one begins.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(call)
  })
  return () => cancelAnimationFrame(frame)
}

/** Resolves once the browser has painted the present page. */
export const painted = (): Promise<void> => new Promise((resolve) => void afterPaint(resolve))
