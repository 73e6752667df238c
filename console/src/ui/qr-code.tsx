import { topUp as limits } from '@hongyan/contract/limits'
import { QRCodeSVG } from 'qrcode.react'

/** The four modules of white that a scanner needs around a code. */
const QUIET = 4

/** Black on white in both themes, or it would not be read. */
export default function QrCode({ value, title }: { value: string; title: string }) {
  return (
    <QRCodeSVG
      value={value}
      title={title}
      size={limits.qrSize}
      level={limits.qrLevel}
      marginSize={QUIET}
      bgColor="#ffffff"
      fgColor="#000000"
      className="h-auto max-w-full"
    />
  )
}
