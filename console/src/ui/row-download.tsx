import { Download } from 'lucide-react'
import { Icon } from './icon.tsx'

interface RowDownloadProps {
  href: string
  /** The accessible name, which includes the row's. */
  label: string
}

/** Downloads a row's file, above the link that covers the row. */
export const RowDownload = ({ href, label }: RowDownloadProps) => (
  <a
    href={href}
    download
    aria-label={label}
    title={label}
    className="relative z-1 inline-grid size-6 place-items-center rounded-sm text-ink-2 hover:bg-fill hover:text-ink"
  >
    <Icon of={Download} />
  </a>
)
