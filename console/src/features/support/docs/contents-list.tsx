import { useText } from '../../../i18n/text.ts'
import { contentsOf } from './contents.ts'
import type { Reader } from './reader.ts'

const entry =
  'block rounded-md px-2 py-1.5 text-sm text-ink-2 hover:bg-fill hover:text-ink aria-[current=location]:bg-accent-soft aria-[current=location]:font-medium aria-[current=location]:text-accent-ink'

interface ContentsListProps {
  reader: Reader
  /** The section in view. */
  current?: string | undefined
  onChoose?: () => void
}

/** Links to the sections of the page. */
export function ContentsList({ reader, current, onChoose }: ContentsListProps) {
  const t = useText()
  return (
    <div className="grid gap-5">
      {contentsOf(reader).map((group) => (
        <div key={group.title}>
          <p className="mb-1 px-2 text-xs font-medium text-ink-3">{t(group.title)}</p>
          <ul className="grid gap-0.5">
            {group.sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  aria-current={id === current ? 'location' : undefined}
                  onClick={onChoose}
                  className={entry}
                >
                  {t(title)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
