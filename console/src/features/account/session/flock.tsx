import { useText } from '../../../i18n/text.ts'
import { Mark } from '../../../ui/logo.tsx'

const SKY = { width: 440, height: 272 }

/** The position of each goose. Together they draw the Chinese character for a person. */
const geese = [
  { left: 256, top: 0, size: 60, opacity: 1 },
  { left: 192, top: 58, size: 58, opacity: 0.8 },
  { left: 128, top: 116, size: 56, opacity: 0.62 },
  { left: 64, top: 174, size: 54, opacity: 0.48 },
  { left: 0, top: 232, size: 52, opacity: 0.34 },
  { left: 320, top: 78, size: 58, opacity: 0.8 },
  { left: 384, top: 156, size: 56, opacity: 0.62 },
]

/** The picture beside the form, on screens wide enough for it. */
export function Flock() {
  const t = useText()
  return (
    <aside className="flex flex-col justify-between border-l border-line bg-sunken px-10 pt-30 pb-12 max-lg:hidden">
      <div aria-hidden className="relative aspect-[440/272] w-full max-w-110 self-center text-accent-ink">
        {geese.map(({ left, top, size, opacity }) => (
          <span
            key={left}
            className="absolute"
            style={{ left: `${(left / SKY.width) * 100}%`, top: `${(top / SKY.height) * 100}%`, opacity }}
          >
            <Mark size={size} />
          </span>
        ))}
      </div>
      <div className="max-w-[336px] pb-4 pl-2">
        <p lang="zh-CN" className="mb-2 text-[20px]/7 font-semibold">
          {t('session.saying')}
        </p>
        <p className="text-ink-2">{t('session.promise')}</p>
      </div>
    </aside>
  )
}
