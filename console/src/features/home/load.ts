import { reloadIfDue } from '../../api/reload-account.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '../../api/query-client.ts'
import { loadTexts } from '../../i18n/text.ts'
import { pageStyles } from '../../ui/page-styles.ts'
import { isFirstRun, progressQuery } from './progress.ts'

async function checklist() {
  const [code] = await Promise.all([import('./first-steps/checklist.tsx'), loadTexts('first-steps'), pageStyles()])
  return code
}

export const Checklist = lazyRouteComponent(checklist)

async function loadFirstSteps(): Promise<void> {
  await queryClient.prefetchQuery(progressQuery)
  if (isFirstRun(queryClient.getQueryData(progressQuery.queryKey))) await Checklist.preload?.()
}

/**
 * Loads the data of the page before it is drawn, so that it does not shift: texts, and the checklist on the first run.
 */
export async function loadHome({ cause }: { readonly cause: 'enter' | 'preload' | 'stay' }): Promise<void> {
  if (cause === 'enter') void reloadIfDue(queryClient)
  await Promise.all([loadTexts('home'), loadFirstSteps()])
}
