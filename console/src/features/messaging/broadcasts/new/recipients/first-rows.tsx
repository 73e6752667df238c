import type { Audience } from '@hongyan/contract/endpoints/messaging/audiences'
import { useText } from '../../../../../i18n/text.ts'
import { cx } from '../../../../../ui/cx.ts'

/** The first rows as they were understood. The table scrolls in itself where its columns are wider than the screen. */
export function FirstRows({ audience: { columns, phone_column: phone, sample } }: { readonly audience: Audience }) {
  const t = useText()
  if (sample.length === 0) return null
  const heads = columns.map(({ name }, at) => ({ name, at })).filter(({ name }) => name !== phone)
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 id="first-rows" className="text-sm font-medium">
        {t('new.firstRows')}
      </h3>
      <div
        role="region"
        aria-labelledby="first-rows"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by key
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line"
      >
        <table className="w-full text-left text-sm whitespace-nowrap">
          <thead className="bg-well text-xs text-ink-3">
            <tr>
              <th scope="col" className="h-9 px-3 font-medium">
                {phone ?? t('new.number')}
              </th>
              {heads.map(({ name, at }) => (
                <th key={at} scope="col" className="h-9 px-3 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map(({ row, to, cells }) => (
              <tr key={row} className="border-t border-line">
                <td className={cx('h-9 px-3 tabular-nums', heads.length > 0 && 'text-ink-2')}>{to}</td>
                {heads.map(({ at }) => (
                  <td key={at} className="h-9 max-w-56 truncate px-3">
                    {cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
