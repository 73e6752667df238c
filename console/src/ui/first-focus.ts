/** For `ref` of the first entry of a layer: focuses it as soon as it is mounted. */
export const firstFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })
