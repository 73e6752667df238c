import { QRCodeSVG } from 'qrcode.react'

/** Black on white in both themes, with the four modules of white around it that a scanner needs. */
export default function QrCode({ value, title }: { value: string; title: string }) {
  return (
    <QRCodeSVG
      value={value}
      title={title}
      size={176}
      marginSize={4}
      bgColor="#ffffff"
      fgColor="#000000"
      className="size-full"
    />
  )
}
