/** For `ref` of the entry a layer opens on: it has the focus from the moment it is there. */
export const firstFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })
