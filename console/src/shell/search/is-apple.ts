/** True on devices whose keyboards have a Command key. */
export const isApple = navigator.platform.startsWith('Mac')
