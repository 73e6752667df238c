import { Download } from 'lucide-react'
import { Icon } from './icon.tsx'

interface RowDownloadProps {
  href: string
  /** What is saved, for whoever does not see its row. */
  label: string
}

/** Saves a file of a row's, above the link that covers the row. */
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
