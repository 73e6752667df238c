import { topUp as limits } from '@hongyan/contract/limits/finance'
import { QRCodeSVG } from 'qrcode.react'

/** The four white modules that a scanner needs around a code. */
const QUIET = 4

interface QrCodeProps {
  value: string
  title: string
  /** The error correction. A long value has larger modules with less of it. */
  level?: 'L' | 'H'
}

/** Black on white in both themes, as scanners need it. */
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
