import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'

/** The sentence of a refusal; that of a country that is not enabled leads to its switch. */
export function QuoteRefusal({ code, message }: { code: string | undefined; message: string }) {
  const t = useText()
  return (
    <>
      {message}
      {code === 'geo_restricted' && (
        <>
          {' '}
          <Link to={paths.settings} search={{ tab: 'countries' }} className="text-link underline">
            {t('prices.toCountries')}
          </Link>
        </>
      )}
    </>
  )
}
