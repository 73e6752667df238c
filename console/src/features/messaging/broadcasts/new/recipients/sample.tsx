import { useAccount } from '../../../../../api/account.ts'
import { useText } from '../../../../../i18n/text.ts'
import { sampleCsv, sampleFile } from '../../sample.ts'

/** A small table of recipients that shows how the customer's own can look, to download and fill in. */
export function Sample() {
  const t = useText()
  const csv = sampleCsv(useAccount())
  const [heads = [], ...rows] = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  return (
    <section
      aria-labelledby="sample"
      className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-raised p-4 sm:p-5"
    >
      <div className="grid gap-1">
        <h3 id="sample" className="text-sm font-medium">
          {t('new.sampleTitle')}
        </h3>
        <p className="text-sm text-ink-2">{t('new.sampleText')}</p>
      </div>
      <div className="overflow-hidden rounded-md border border-line">
        <table aria-labelledby="sample" className="w-full text-left font-mono text-xs">
          <thead className="bg-well text-ink-3">
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className="h-8 px-2.5 font-normal">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.join()} className="border-t border-line">
                {row.map((cell) => (
                  <td key={cell} className="h-8 px-2.5 tabular-nums">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm">
        <a href={sampleFile(csv)} download={t('new.sampleName')} className="text-link">
          {t('new.sample')}
        </a>
      </p>
    </section>
  )
}
