import { type ComponentType, createElement, type ReactNode, use } from 'react'

interface Module<Props> {
  readonly default: ComponentType<Props>
}

/**
 * A part of a page that loads when it is shown, or earlier by `load`, such as by the route whose address names it. One that
 * has loaded is drawn at once, where React's `lazy` would show the placeholder first, for up to 300 ms.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<Module<Props>>,
): {
  readonly Part: (props: Props) => ReactNode
  readonly load: () => Promise<void>
} {
  let module: Promise<Module<Props>> | undefined
  let failed = false
  const start = (): Promise<Module<Props>> => {
    failed = false
    module = load()
    module.catch(() => (failed = true))
    return module
  }
  return {
    // A failed module stays failed while it is drawn: React would draw it again and again, each time with a new request.
    Part: (props) => createElement(use(module ?? start()).default, props),
    load: async () => void (await (failed || module === undefined ? start() : module)),
  }
}
