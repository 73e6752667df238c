import { useText } from '../i18n/text.ts'
import { cx } from './cx.ts'
import goose from './logo.svg?raw'

/**
 * The symbol alone, in the current colour: a goose in flight, its body with the neck, and one raised wing. The gap keeps
 * it legible at 16 px. It is our own file, so setting it as markup is safe.
 */
export function Mark({ size = 22, className }: { size?: number; className?: string }) {
  return (
    <span
      aria-hidden
      className={cx('inline-grid shrink-0 [&>svg]:size-full', className)}
      style={{ width: size, height: size }}
      dangerouslySetInnerHTML={{ __html: goose }}
    />
  )
}

/** Symbol and name. */
export function Logo({ className }: { className?: string }) {
  const t = useText()
  return (
    <span className={cx('inline-flex items-center gap-2 text-md font-semibold', className)}>
      <Mark className="text-accent-ink" />
      {t('ui.product')}
    </span>
  )
}
