import { useText } from '../i18n/text.ts'
import { paths } from '../lib/paths.ts'
import { cx } from '../ui/cx.ts'
import { Tag } from '../ui/tag.tsx'

/** Marks the console in sandbox mode, in which nothing leaves this host, and leads to the messages of the sandbox. */
export function SandboxMark({ className }: { className?: string }) {
  const t = useText()
  return (
    <a
      href={paths.inbox}
      target="_blank"
      title={t('shell.sandboxText')}
      className={cx('flex min-w-0 shrink-0 items-center gap-2 min-[1280px]:shrink', className)}
    >
      <Tag tone="warn">{t('shell.sandbox')}</Tag>
      <span className="truncate text-xs text-ink-3 max-[1279px]:sr-only">{t('shell.sandboxText')}</span>
    </a>
  )
}
