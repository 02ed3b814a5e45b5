import { type Composition, strictly } from "../Composition.ts"

/** Codes of ISO 639-1, each with its name. */
const languages = "aa Afar|ab Abkhazian|ae Avestan|af Afrikaans|ak Akan|am Amharic|an Aragonese|ar Arabic|as Assamese|"
  + "av Avaric|ay Aymara|az Azerbaijani|ba Bashkir|be Belarusian|bg Bulgarian|bi Bislama|bm Bambara|bn Bangla|"
  + "bo Tibetan|br Breton|bs Bosnian|ca Catalan|ce Chechen|ch Chamorro|co Corsican|cr Cree|cs Czech|"
  + "cu Church Slavic|cv Chuvash|cy Welsh|da Danish|de German|dv Divehi|dz Dzongkha|ee Ewe|el Greek|"
  + "en English|eo Esperanto|es Spanish|et Estonian|eu Basque|fa Persian|ff Fula|fi Finnish|fj Fijian|"
  + "fo Faroese|fr French|fy Western Frisian|ga Irish|gd Scottish Gaelic|gl Galician|gn Guarani|gu Gujarati|"
  + "gv Manx|ha Hausa|he Hebrew|hi Hindi|ho Hiri Motu|hr Croatian|ht Haitian Creole|hu Hungarian|hy Armenian|"
  + "hz Herero|ia Interlingua|id Indonesian|ie Interlingue|ig Igbo|ii Sichuan Yi|ik Inupiaq|io Ido|"
  + "is Icelandic|it Italian|iu Inuktitut|ja Japanese|jv Javanese|ka Georgian|kg Kongo|ki Kikuyu|kj Kuanyama|"
  + "kk Kazakh|kl Kalaallisut|km Khmer|kn Kannada|ko Korean|kr Kanuri|ks Kashmiri|ku Kurdish|kv Komi|"
  + "kw Cornish|ky Kyrgyz|la Latin|lb Luxembourgish|lg Ganda|li Limburgish|ln Lingala|lo Lao|lt Lithuanian|"
  + "lu Luba-Katanga|lv Latvian|mg Malagasy|mh Marshallese|mi Māori|mk Macedonian|ml Malayalam|mn Mongolian|"
  + "mr Marathi|ms Malay|mt Maltese|my Burmese|na Nauru|nb Norwegian Bokmål|nd North Ndebele|ne Nepali|"
  + "ng Ndonga|nl Dutch|nn Norwegian Nynorsk|no Norwegian|nr South Ndebele|nv Navajo|ny Nyanja|oc Occitan|"
  + "oj Ojibwa|om Oromo|or Odia|os Ossetic|pa Punjabi|pi Pali|pl Polish|ps Pashto|pt Portuguese|qu Quechua|"
  + "rm Romansh|rn Rundi|ro Romanian|ru Russian|rw Kinyarwanda|sa Sanskrit|sc Sardinian|sd Sindhi|"
  + "se Northern Sami|sg Sango|si Sinhala|sk Slovak|sl Slovenian|sm Samoan|sn Shona|so Somali|sq Albanian|"
  + "sr Serbian|ss Swati|st Southern Sotho|su Sundanese|sv Swedish|sw Swahili|ta Tamil|te Telugu|tg Tajik|"
  + "th Thai|ti Tigrinya|tk Turkmen|tl Filipino|tn Tswana|to Tongan|tr Turkish|ts Tsonga|tt Tatar|tw Akan|"
  + "ty Tahitian|ug Uyghur|uk Ukrainian|ur Urdu|uz Uzbek|ve Venda|vi Vietnamese|vo Volapük|wa Walloon|"
  + "wo Wolof|xh Xhosa|yi Yiddish|yo Yoruba|za Zhuang|zh Chinese|zu Zulu"

/** The name after the code, up to the next bar. */
const named = (code: string): string =>
  `arrayElement(splitByString('|', substring('|${languages}|', position('|${languages}|', concat('|', ${code}, ' ')) + 4, 60)), 1)`

/** Languages by their codes. */
export const composedLanguages: Readonly<Record<string, Composition>> = {
  languageCodeToName: strictly(
    "text",
    "String",
    "the English name of a language by its code of ISO 639-1, as in de or de-AT; Unknown for others",
    `if(position('|${languages}|', concat('|', _textPart(a, '^([a-z][a-z])(?:[-_][A-Za-z0-9_-]*)?$'), ' ')) > 0, `
      + `${named("_textPart(a, '^([a-z][a-z])(?:[-_][A-Za-z0-9_-]*)?$')")}, 'Unknown')`,
    ["languageCodeToName('de-AT')", "German"]
  )
}
