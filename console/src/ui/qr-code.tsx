import { topUp as limits } from '@hongyan/contract/limits'
import { QRCodeSVG } from 'qrcode.react'

/** The four modules of white that a scanner needs around a code. */
const QUIET = 4

interface QrCodeProps {
  value: string
  title: string
  /** How much of it may be covered and still be read; a long value stays coarse with less. */
  level?: 'L' | 'H'
}

/** Black on white in both themes, or it would not be read. */
export default function QrCode({ value, title, level = limits.qrLevel }: QrCodeProps) {
  return (
    <QRCodeSVG
      value={value}
      title={title}
      size={limits.qrSize}
      level={level}
      marginSize={QUIET}
      bgColor="#ffffff"
      fgColor="#000000"
      className="h-auto max-w-full"
    />
  )
}
