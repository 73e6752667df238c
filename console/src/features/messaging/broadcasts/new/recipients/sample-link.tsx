import { useAccount } from '../../../../../api/account.ts'
import { useText } from '../../../../../i18n/text.ts'
import { sampleCsv, sampleFile } from '../../sample.ts'

/** Downloads a small table of recipients that shows how theirs can look. */
export function SampleLink() {
  const t = useText()
  return (
    <a href={sampleFile(sampleCsv(useAccount()))} download={t('new.sampleName')} className="text-link">
      {t('new.sample')}
    </a>
  )
}
