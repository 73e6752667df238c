import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/choice.tsx'
import { useKept } from '../../ui/list/kept.ts'
import { listShortcuts, OFF, SINGLE_KEYS } from '../../ui/list/shortcuts.ts'
import { Key } from '../../ui/tag.tsx'
import { useOffers } from '../use-nav.ts'
import { isApple } from './is-apple.ts'
import { goTo } from './shortcuts.ts'

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 py-1.5">
      <dt>{title}</dt>
      <dd className="flex items-center gap-1.5 text-xs text-ink-3">{children}</dd>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-xs text-ink-3">{title}</h3>
      <dl className="text-sm">{children}</dl>
    </section>
  )
}

/** Speech input and shaking hands press single keys by accident (WCAG 2.1.4). */
function SingleKeySwitch() {
  const t = useText()
  const [kept, keep] = useKept(SINGLE_KEYS)
  return (
    <div className="border-t border-line px-4 py-3">
      <Switch checked={kept !== OFF} onChange={(event) => keep(event.target.checked ? '' : OFF)}>
        {t('search.singleKeys')}
      </Switch>
      <p className="mt-1 text-xs text-ink-3">{t('search.singleKeysHint', { key: isApple ? '⌘ K' : 'Ctrl K' })}</p>
    </div>
  )
}

/** The keyboard shortcuts of the console, which `?` shows. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const t = useText()
  const offers = useOffers()
  return (
    <>
      <div className="flex h-14 shrink-0 items-center justify-between px-4 sm:h-12">
        <Heading slot="title" className="text-md font-semibold">
          {t('search.shortcuts')}
        </Heading>
        <IconButton icon={X} label={t('ui.close')} onClick={onClose} className="size-8!" />
      </div>
      <div className="grid gap-5 overflow-y-auto border-t border-line px-4 py-4">
        <Group title={t('search.everywhere')}>
          <Row title={t('search.placeholder')}>
            <Key>{isApple ? '⌘' : 'Ctrl'}</Key>
            <Key>K</Key>
          </Row>
          <Row title={t('search.shortcuts')}>
            <Key>?</Key>
          </Row>
        </Group>
        <Group title={t('list.keys')}>
          {Object.values(listShortcuts).map(({ key, title }) => (
            <Row key={key} title={t(title)}>
              <Key>{key.length === 1 ? key.toUpperCase() : key}</Key>
            </Row>
          ))}
        </Group>
        <Group title={t('search.goTo')}>
          {goTo
            .filter(({ path }) => offers(path))
            .map(({ key, title }) => (
              <Row key={key} title={t(title)}>
                <Key>G</Key>
                {t('search.then')}
                <Key>{key.toUpperCase()}</Key>
              </Row>
            ))}
        </Group>
      </div>
      <SingleKeySwitch />
    </>
  )
}
