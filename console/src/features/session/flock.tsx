import { useText } from '../../i18n/text.ts'
import { Mark } from '../../ui/logo.tsx'

/** Where each goose flies, in pixels of a 440 by 272 sky: together they draw the character for a person. */
const geese = [
  { left: 256, top: 0, size: 60, opacity: 1 },
  { left: 192, top: 58, size: 58, opacity: 0.8 },
  { left: 128, top: 116, size: 56, opacity: 0.62 },
  { left: 64, top: 174, size: 54, opacity: 0.48 },
  { left: 0, top: 232, size: 52, opacity: 0.34 },
  { left: 320, top: 78, size: 58, opacity: 0.8 },
  { left: 384, top: 156, size: 56, opacity: 0.62 },
]

/** The picture beside the form, on screens with room for it. */
export function Flock() {
  const t = useText()
  return (
    <aside className="flex flex-col justify-between border-l border-line bg-sunken p-12 pt-30 max-lg:hidden">
      <div aria-hidden className="relative h-68 w-110 max-w-full self-center text-accent-ink">
        {geese.map(({ left, top, size, opacity }) => (
          <span key={left} className="absolute" style={{ left, top, opacity }}>
            <Mark size={size} />
          </span>
        ))}
      </div>
      <div className="max-w-[336px] pb-4">
        <p lang="zh-CN" className="mb-2 text-[20px]/7 font-semibold">
          {t('session.saying')}
        </p>
        <p className="text-ink-2">{t('session.promise')}</p>
      </div>
    </aside>
  )
}
