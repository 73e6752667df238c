import { useText } from '../../../i18n/text.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'

/** Marks the place of the link, which each language puts elsewhere. */
const LINK = '\u0001'

interface TermsProps {
  accepted: boolean
  onAccept: (accepted: boolean) => void
  onFees: () => void
}

/** The terms to accept, with a link to the refund fees. */
export function Terms({ accepted, onAccept, onFees }: TermsProps) {
  const t = useText()
  const [before = '', after = ''] = t('top-up.accept', { fees: LINK }).split(LINK)
  return (
    <Checkbox name="terms" checked={accepted} onChange={({ target }) => onAccept(target.checked)}>
      <span className="text-ink-2">
        {before}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onFees}
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          className="text-link"
        >
          {t('top-up.fees')}
        </button>
        {after}
      </span>
    </Checkbox>
  )
}
