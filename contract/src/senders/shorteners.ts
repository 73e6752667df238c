/** Hosts of short links that hide the address they lead to. Carriers refuse them. */
export const shorteners: readonly string[] = [
  'bit.ly bitly.com tinyurl.com goo.gl t.co ow.ly is.gd v.gd buff.ly rb.gy cutt.ly rebrand.ly shorturl.at',
  'tiny.cc bl.ink short.io s.id lnkd.in adf.ly soo.gd t.ly tiny.one qr.ae clck.ru x.co shorte.st mcaf.ee',
  'db.tt ift.tt wp.me j.mp u.to t.cn url.cn dwz.cn suo.im suo.nz mrw.so u.nu dwz.mk sina.lt 985.so c7.gg',
  '3.cn tb.cn m.tb.cn w.url.cn mtw.so ft12.com reurl.cc lihi.cc pse.is lin.ee 6du.in',
].flatMap((line) => line.split(' '))
