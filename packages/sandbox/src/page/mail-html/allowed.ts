const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Elements for text and pictures. None of them connects, navigates or changes another element. */
export const allowedElements = words(
  `a abbr acronym address article aside b basefont bdi bdo big blockquote body br button caption center
  cite code col colgroup data dd del details dfn dir div dl dt em fieldset figcaption figure font footer
  h1 h2 h3 h4 h5 h6 head header hgroup hr html i img input ins kbd label legend li main mark menu meter
  nav nobr ol optgroup option output p pre progress q rp rt ruby s samp section select small span strike
  strong style sub summary sup table tbody td textarea tfoot th thead time title tr tt u ul var wbr`,
);

/** Attributes of appearance and meaning. None contains an address. */
export const allowedAttributes = words(
  `abbr align alt aria-hidden aria-label axis bgcolor border cellpadding cellspacing checked class clear
  color cols colspan compact datetime dir disabled face frame headers height hidden high hspace id label
  lang leftmargin link low marginheight marginwidth max media min multiple name noshade nowrap open
  optimum placeholder readonly reversed role rows rowspan rules scope selected size span start style
  summary text title topmargin type valign value vlink vspace width wrap`,
);

/** Attributes with the address of a picture. */
export const pictureAttributes = words('background src');
