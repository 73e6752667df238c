import type { UpstreamMapping } from '@hongyan/contract/endpoints/messaging/upstreams'

/** The template's variables in the stored order, without those that it lost, and its new ones behind them. */
export const inOrder = ({
  variables: stored,
  template_variables: current,
}: Pick<UpstreamMapping, 'variables' | 'template_variables'>): readonly string[] => [
  ...stored.filter((name) => current.includes(name)),
  ...current.filter((name) => !stored.includes(name)),
]
