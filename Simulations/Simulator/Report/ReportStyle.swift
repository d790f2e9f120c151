/// How a report looks: light and dark, on a desk and on a phone.
enum ReportStyle {
  static let css = base + diagram

  private static let base = """
    :root{--ground:#f7f5f0;--card:#fffdf9;--ink:#1f2328;--soft:#676d75;--line:#e3ded3;
    --good:#1b7f4d;--good-ground:#e2f3e8;--bad:#b3261e;--bad-ground:#fbe4e1;--open:#8a6100;
    --open-ground:#faefd2;--d0:#2457c5;--d1:#a8480a;--d2:#7a2fa0;--d3:#0a7473;--d4:#97255f;
    --d0g:#e3ebfb;--d1g:#fbe9dc;--d2g:#f1e4f7;--d3g:#dcf1f0;--d4g:#f9e2ec;--folder:#8b8f96}
    @media(prefers-color-scheme:dark){:root{--ground:#14161a;--card:#1c1f25;--ink:#e9e6df;
    --soft:#a0a5ad;--line:#30343c;--good:#6fd39b;--good-ground:#153524;--bad:#ff8d83;
    --bad-ground:#46201d;--open:#f0c35c;--open-ground:#3b3014;--d0:#8db4ff;--d1:#ffae75;
    --d2:#d9a4f5;--d3:#6cd6d2;--d4:#f59cc4;--d0g:#1d2c4d;--d1g:#452a17;--d2g:#38234a;
    --d3g:#123836;--d4g:#45203a;--folder:#7d838c}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--ground);color:var(--ink);
    font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
    main{max-width:1040px;margin:0 auto;padding:0 16px 40px}
    header{padding:44px 0 8px}
    .brand{margin:0;font-weight:700;letter-spacing:.08em;text-transform:uppercase;font-size:.8rem;
    color:var(--soft)}
    h1{font-size:clamp(2rem,6vw,3.4rem);line-height:1.08;margin:.15em 0 .3em;letter-spacing:-.02em}
    .good h1{color:var(--good)}.bad h1{color:var(--bad)}
    .lead{max-width:40em;font-size:1.1rem;margin:0 0 24px;text-wrap:pretty}
    h2{font-size:1.35rem;margin:48px 0 8px;letter-spacing:-.01em}
    h3{font-size:1.05rem;margin:20px 0 6px}
    p{margin:0 0 12px;text-wrap:pretty}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(136px,1fr));gap:10px}
    .tile{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:14px 16px}
    .tile b{display:block;font-size:1.5rem;font-variant-numeric:tabular-nums;line-height:1.2}
    .tile span{color:var(--soft);font-size:.85rem;line-height:1.3;display:block}
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;width:100%;font-size:.92rem}
    th,td{text-align:left;padding:7px 10px 7px 0;border-bottom:1px solid var(--line);
    vertical-align:top}
    th{color:var(--soft);font-weight:600;font-size:.8rem}
    .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    .bar{width:24%;min-width:70px;vertical-align:middle}
    .bar i{display:block;height:9px;border-radius:5px;background:var(--d0)}
    .tag{display:inline-block;border-radius:20px;padding:1px 9px;font-size:.78rem;font-weight:600;
    white-space:nowrap;vertical-align:middle}
    .tag.good{background:var(--good-ground);color:var(--good)}
    .tag.bad{background:var(--bad-ground);color:var(--bad)}
    .tag.open{background:var(--open-ground);color:var(--open)}
    .cells{list-style:none;margin:0;padding:0;display:grid;gap:8px;
    grid-template-columns:repeat(auto-fill,minmax(230px,1fr))}
    .cells.small{grid-template-columns:repeat(auto-fill,minmax(158px,1fr))}
    .cells li{position:relative;overflow:hidden;background:var(--card);border:1px solid var(--line);
    border-radius:9px;padding:7px 11px 9px;display:flex;gap:8px;justify-content:space-between;
    font-size:.84rem;line-height:1.3;align-items:baseline}
    .cells b{font-variant-numeric:tabular-nums;white-space:nowrap;font-weight:600;
    color:var(--soft)}
    .cells li>i{position:absolute;left:0;bottom:0;height:3px;background:var(--good)}
    .cells .open{background:var(--open-ground);border-color:transparent}
    .cells .open b{color:var(--open)}
    .cells .bad{background:var(--bad-ground);border-color:transparent}.cells .bad b{color:var(--bad)}
    .two{display:grid;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));gap:0 48px}
    code{font:0.85em ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;
    overflow-wrap:anywhere}
    footer{max-width:1040px;margin:0 auto;padding:20px 16px 48px;color:var(--soft);font-size:.85rem}
    """

  private static let diagram = """
    .legend{list-style:none;display:flex;flex-wrap:wrap;gap:6px 20px;padding:0;margin:0 0 16px;
    color:var(--soft);font-size:.86rem}
    .legend li{display:flex;align-items:center;gap:7px}
    .key{display:inline-grid;place-items:center;min-width:20px;height:20px;border-radius:10px;
    font-size:.75rem;font-weight:700;color:var(--soft)}
    .key.act{background:var(--d0);color:var(--card)}
    .key.line{height:0;min-width:26px;border-top:2px solid var(--d0);border-radius:0}
    .key.cross{background:var(--bad);color:var(--card)}
    .scene{background:var(--card);border:1px solid var(--line);border-radius:16px;
    padding:16px 20px 14px;margin:0 0 20px}
    .scene h3{margin:0 0 4px;font-size:1.15rem}.scene>p{color:var(--soft);margin:0 0 10px}
    .scene .again{margin:10px 0 0;font-size:.9rem}
    .st{--when:54px;min-width:calc(var(--when) + var(--lanes) * 96px)}
    .heads{display:flex;padding:6px 0;border-bottom:1px solid var(--line)}
    .heads .when{flex:0 0 var(--when)}
    .names{flex:1;display:grid;grid-template-columns:repeat(var(--lanes),1fr)}
    .head{text-align:center;font-weight:700;font-size:.9rem}
    .head.folder{color:var(--soft);font-weight:600}
    .field{position:relative;margin-left:var(--when)}
    .field svg{position:absolute;inset:0;overflow:visible}
    .field time{position:absolute;left:calc(-1 * var(--when));transform:translateY(-50%);
    color:var(--soft);font-size:.8rem;font-variant-numeric:tabular-nums}
    .lane{stroke-width:2;opacity:.45}.lane.folder{stroke:var(--folder);stroke-width:7;opacity:.16}
    .arrow{stroke-width:2}.arrow.down{stroke:var(--folder)}
    .idle{stroke:var(--folder);stroke-width:1.5;stroke-dasharray:2 5;opacity:.8}
    .loss{stroke:var(--bad);stroke-width:3;stroke-dasharray:7 6}
    .pill,.digest,.cargo{position:absolute;transform:translate(-50%,-50%)}
    .pill,.digest{width:calc(100% / var(--lanes));display:grid;place-items:center;padding:0 3px}
    .pill span{border-radius:15px;padding:4px 10px;font-size:.8rem;line-height:1.22;
    text-align:center;background:var(--card);border:1.5px solid currentColor;
    overflow-wrap:anywhere;text-wrap:balance}
    .pill b,.cargo b{display:inline-grid;place-items:center;min-width:17px;height:17px;padding:0 3px;
    border-radius:9px;font-size:.68rem;color:var(--card);margin-right:5px;vertical-align:1px}
    .pill i{font-style:normal;margin-right:4px}
    .pill.refused span{border-style:dashed;color:var(--soft)}
    .pill.day span{color:var(--soft);border-color:var(--line);font-size:.76rem}
    .pill.fault span{color:var(--bad);background:var(--bad-ground);border-color:transparent;
    font-weight:600}
    .pill.lost b{background:var(--bad)!important}.pill.act.lost span{color:var(--bad);background:var(--bad-ground);border-width:2.5px;
    font-weight:700}
    .cargo{display:flex;gap:2px;background:var(--card);padding:0 3px;border-radius:9px}
    .cargo b{margin:0}
    .gap{position:absolute;left:calc(-1 * var(--when));right:0;height:34px;display:flex;
    align-items:center}
    .gap span{font-size:.78rem;font-weight:600;color:var(--soft);background:var(--ground);
    border-radius:20px;padding:2px 12px}
    .band{position:absolute;left:calc(-1 * var(--when));right:0;transform:translateY(-50%);
    text-align:center}
    .band span{display:inline-block;border-radius:10px;padding:5px 14px;font-size:.86rem;
    font-weight:600}
    .band.heal span{background:var(--ground);color:var(--soft)}
    .band.violation span{background:var(--bad);color:var(--card)}
    .digest span{border-radius:8px;padding:3px 9px;font:600 .78rem ui-monospace,Menlo,
    "DejaVu Sans Mono",monospace}
    .digest.same span{background:var(--good-ground);color:var(--good)}
    .digest.other span{background:var(--bad-ground);color:var(--bad)}
    @media(max-width:480px){.scroll .bar,.must td:nth-child(3),.must th:nth-child(3){display:none}
    .band span{font-size:.8rem;padding:4px 10px}
    .scene{padding:14px 9px}.st{--when:42px}
    .pill span{font-size:.74rem;padding:3px 7px}.pill,.digest{padding:0 1px}}
    """ + deviceColors

  private static let deviceColors = (0..<5).map { device in
    """
    .lane.d\(device),.arrow.d\(device){stroke:var(--d\(device))}
    .dot.d\(device){fill:var(--d\(device))}.head.d\(device){color:var(--d\(device))}
    .pill.d\(device) b,.cargo b.d\(device){background:var(--d\(device))}
    .pill.act.d\(device):not(.lost) span{color:var(--d\(device));background:var(--d\(device)g)}

    """
  }.joined()
}
