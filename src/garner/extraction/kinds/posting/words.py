"""The words by which job advertisements are recognized, in the languages that most of them are written in."""

import re
from collections.abc import Mapping

# The topic of a section, by the words of its heading.
SECTIONS: Mapping[str, re.Pattern[str]] = {
    "duties": re.compile(
        r"responsib|^(?:main |key |your )?(?:tasks|duties)\b|essential functions|job functions|\bduties\b|"
        r"what (?:you.{0,8}\b(?:do|doing|work on|own)\b|you can expect|the job involves)|\byou(?:'|’)?(?:ll|"
        r" will) (?:do|be|work)\b|how you.{0,6} make an impact|\byour (?:role|mission|tasks?|impact|day)\b|"
        r"\bday[- ]to[- ]day\b|^(?:about )?(?:the|this) (?:role|job|position|opportunity)\b|^(?:full )?job (?:"
        r"description|summary|purpose)|^(?:role|position) (?:overview|summary|description)|key accountabilities|"
        r"aufgaben|tätigkeit|erwartet (?:dich|sie)|das (?:machst|bewegst) du|(?:dein|ihr) job\b|stellenbeschreibung|"
        r"\bmissions?\b|vos responsabilités|le poste\b|descriptif du poste|tes tâches|funciones|responsabilidades|"
        r"tareas|qué harás|descripción del (?:puesto|empleo|trabajo)|tu misión|mansioni|responsabilità|attività|"
        r"di cosa ti occuperai|cosa farai|descrizione (?:del lavoro|della posizione)|atividades|atribuições|"
        r"o que você (?:vai|irá) fazer|descrição da vaga|principais funções|\btaken\b|wat ga je doen|werkzaamheden|"
        r"functieomschrijving|jouw rol|dit ga je doen|obowiązki|zakres (?:obowiązków|zadań)|twoje zadania|twój zakres|"
        r"opis stanowiska|náplň práce|co (?:vás|tě) čeká|feladat|responsabilități|görev|iş tanımı|обязанности|задачи|"
        r"чем (?:предстоит )?заниматься|обов[’']язки|arbetsuppgifter|om tjänsten|om rollen|arbeidsoppgaver|"
        r"om stillingen|arbejdsopgaver|dine opgaver|tehtävä|työnkuva|仕事内容|業務内容|職務内容|岗位职责|工作职责|"
        r"工作内容|职位描述|담당\s?업무|주요\s?업무",
        re.I,
    ),
    "profile": re.compile(
        r"requirement|qualification|what (?:you.{0,8}\b(?:bring|need|have)\b|we(?:'|’)?(?:re| are) looking for|"
        r"we (?:look|need))|who (?:you are|we(?:'|’)?(?:re| are) looking for)|\bskills\b|must[- ]haves?|"
        r"nice[- ]to[- ]haves?|about you\b|\byou(?:'|’)?(?:ll| will)? (?:have|bring)\b|ideal candidate|"
        r"person specification|^experience\b|education\b.{1,5}\bexperience|you might be|anforderung|\bprofil\b|"
        r"qualifikation|(?:bringst du|bringen sie) mit|das (?:bist du|wünschen wir uns|solltest du)|voraussetzungen|"
        r"kenntnisse|compétences|qualités requises|prérequis|profil recherché|requisitos|perfil|qué buscamos|"
        r"formación|conocimientos|lo que buscamos|requisiti|profilo|competenze|cosa cerchiamo|qualificações|"
        r"o que (?:buscamos|esperamos)|functie-?eisen|wie ben jij|wat (?:vragen wij|breng jij)|dit (?:breng|"
        r"neem) je mee|jouw profiel|\bprofiel\b|wymagania|oczekujemy|oczekiwania|czego oczekujemy|profil kandydata|"
        r"požadujeme|požadavky|elvárás|cerințe|aranan nitelikler|nitelikler|требования|ожидаем|мы ищем|вимоги|"
        r"kvalifikationer|kvalifikasjoner|vem är du|om dig|vi söker dig|hvem er du|din profil|odotamme|edellytämme|"
        r"応募資格|必須|求める人物|スキル|任职要求|岗位要求|任职资格|职位要求|자격\s?요건|우대\s?사항",
        re.I,
    ),
    "offer": re.compile(
        r"\bbenefits\b|\bperks\b|what we offer|we offer|what(?:'|’)?s in it for you|why (?:join|work)|compensation|"
        r"salary|wir bieten|unser angebot|bieten wir|deine vorteile|(?:deine|ihre) benefits|nous (?:vous )?(?:offrons|"
        r"proposons)|avantages|ofrecemos|beneficios|qué ofrecemos|offriamo|cosa offriamo|oferecemos|benefícios|"
        r"wij bieden|wat bieden|dit krijg je|oferujemy|co oferujemy|nabízíme|amit kínálunk|oferim|условия|"
        r"мы предлагаем|пропонуємо|vi erbjuder|vi tilbyr|vi tilbyder|tarjoamme|待遇|福利|복리\s?후생|혜택",
        re.I,
    ),
    "apply": re.compile(
        r"how to apply|to apply|application process|apply now|bewerbung|kontakt|comment postuler|pour postuler|"
        r"cómo (?:aplicar|postular|inscribirse)|come candidarsi|como se candidatar|solliciteren|jak aplikować|"
        r"как откликнуться|ansökan|så ansöker|søknad|ansøgning|hakeminen|応募方法|应聘方式|지원\s?방법",
        re.I,
    ),
}

# Sentences that occur in advertisements for a job and hardly elsewhere.
SAYINGS = re.compile(
    r"equal (?:employment )?opportunity|\beeo\b|\be\.?o\.?e\b\.?|affirmative action|\bseeks an?\b|apply (?:in person|"
    r"by e?mail|at \d)|"
    r"applicants (?:must|should)|candidates? (?:must|should|will)|experience (?:is )?(?:required|preferred|desirable|"
    r"a plus)|"
    r"(?:send|fax|e-?mail|mail|submit) (?:\w+,? ){0,3}(?:resumes?|résumés?|cv|curriculum vitae)|salary requirements|"
    r"no (?:phone calls|agencies)|competitive (?:salary|pay|wages|benefits)|(?:this|the) (?:position|role|job) (?:is|"
    r"will|requires|offers)|"
    r"(?:salary|pay) (?:commensurate|doe)|tenure[- ]track|report(?:s|ing) to the|"
    r"must have (?:\w+ ){0,4}(?:experience|license|licence)|"
    r"our client\b|apply (?:for|to) this (?:job|position|role|vacancy)|(?:duties|responsibilities) include|"
    r"you will be responsible|responsible for|"
    r"(?:application|job) (?:form|description)\b|principals only|interested candidates|method of application|"
    r"oferty należy składać|nabór na stanowisko|mile widziane|umow[aę] o pracę|vergütung nach|wir erwarten|"
    r"ihre bewerbung|bewerbungen an|zum nächstmöglichen|zur verstärkung|recrute\b|candidature|sueldo|solicita\b|"
    r"contrato indefinido|bruto per maand|sollicitatie|werkervaring|invites? applications|"
    r"applications (?:are invited|close)|reasonable accommodation|"
    r"years(?:'|’)? (?:of )?(?:\w+ ){0,4}experience|(?:send|submit|e-?mail|forward) (?:us )?(?:your|a|"
    r"an) (?:\w+ ){0,3}(?:resume|résumé|cv|cover letter|application)|we(?:'|’)?(?:re|"
    r" are) (?:currently )?(?:looking for|seeking|hiring)|is (?:currently )?(?:looking for|seeking|hiring) an?\b|"
    r"\bcover letter\b|join our team|the successful candidate|reports? to the|salary commensurate|wir suchen|"
    r"\bsucht (?:zum|ab|eine|für)|bewerbungsunterlagen|gehaltsvorstellung|berufserfahrung|abgeschlossene|"
    r"freuen uns auf (?:deine|ihre) bewerbung|nous recherchons|recherche (?:un|une)\b|cv et lettre|"
    r"lettre de motivation|années d(?:'|’)expérience|expérience de \d|buscamos|años de experiencia|enviar (?:su |"
    r"tu )?(?:cv|curr[ií]culum)|incorporación inmediata|se requiere|cerchiamo|ricerca una?\b|inviare (?:il )?(?:cv|"
    r"curriculum)|esperienza di almeno|anni di esperienza|anos de experiência|envi(?:ar|e) (?:o |seu )?curr[ií]culo|"
    r"estamos (?:procurando|contratando)|wij zoeken|zoeken wij|op zoek naar een|jaar ervaring|motivatiebrief|"
    r"poszukujemy|lat doświadczenia|prosimy o (?:przesłanie|przesyłanie)|klauzul|опыт работы|присылайте резюме|"
    r"мы ищем|в связи с расширением|vi söker|personligt brev|års erfarenhet|vi søker|vi søger|etsimme|hakemus|履歴書|"
    r"経験者|简历|经验者|이력서|경력",
    re.I,
)

# Marks that German, French and related laws have advertisers put after the title.
GENDER_MARK = re.compile(
    r"[(\[]\s?(?:(?:[mwfdxhvingagk*]|all genders?|gn|div\w*|männlich|weiblich|alle)\s?[/|,.]?\s?){1,4}\s?[)\]]|"
    r"\b(?:[mwfdxh]\s?/\s?){1,3}[mwfdxhk]\b(?!\w)",
    re.I,
)

# A word that stands before a value, and the field of the value. Lower case, without the colon.
_LABELS = {
    "title": "job title|title of position|position available|vacancy title|role title|job|job position|position|"
    "position title|title|role|vacancy|post|stelle|stellenbezeichnung|position als|poste|"
    "intitulé du poste|titre du poste|puesto|cargo|título del puesto|posizione|ruolo|vaga|functie|functietitel|"
    "stanowisko|должность|вакансия|pozice|munkakör|tjänst|stilling|stillingsbetegnelse|職種|职位|职位名称|직무",
    "company": "company|agency|institution|advertiser|posted by|recruiter|hiring company|business name|business|"
    "company/organization|employer name|organization name|organisation name|name of employer|school|hospital|"
    "university|établissement|collectivité|recruteur|organisme|einrichtung|auftraggeber|dienststelle|opdrachtgever|"
    "instelling|nazwa firmy|zakład pracy|instytucja|jednostka|organización|entidad|institución|organizzazione|ente|"
    "organização|company name|employer|"
    "organization|organisation|hiring organization|client|firma|unternehmen|arbeitgeber|entreprise|société|employeur|"
    "empresa|compañía|azienda|società|datore di lavoro|bedrijf|werkgever|organisatie|pracodawca|компания|работодатель|"
    "företag|arbetsgivare|arbeidsgiver|virksomhed|bedrift|yritys|työnantaja|společnost|cég|companie|şirket|会社名|"
    "企業名|公司|公司名称|회사명|회사",
    "locations": "location|duty location|duty locations|duty station|work site|worksite|job site|place|town|"
    "city/state|city, state|location of position|county|locations|job location|work location|place of work|city|"
    "office|office location|based in|"
    "primary location|location(s)|where|region|ort|standort|standorte|arbeitsort|einsatzort|dienstort|lieu|"
    "lieu de travail|localisation|localité|ville|ubicación|lugar|lugar de trabajo|localidad|ciudad|población|"
    "provincia|sede|sede di lavoro|luogo|luogo di lavoro|località|local|localização|local de trabalho|cidade|locatie|"
    "standplaats|plaats|werklocatie|lokalizacja|miejsce pracy|miasto|место работы|город|локация|місто|ort och land|"
    "placering|arbetsplats|arbeidssted|sted|arbejdssted|sijainti|paikkakunta|místo výkonu práce|lokalita|"
    "munkavégzés helye|locație|oraș|konum|şehir|勤務地|工作地点|地点|근무지|근무지역",
    "employment_type": "employment type|job type|type|contract type|contract|position type|hours|schedule|employment|"
    "work type|time type|type of employment|type of contract|commitment|employment status|job status|working hours|"
    "anstellungsart|beschäftigungsart|arbeitszeit|vertragsart|umfang|art der anstellung|beschäftigung|type de contrat|"
    "contrat|type d'emploi|temps de travail|tipo de contrato|contrato|jornada|tipo de empleo|jornada laboral|"
    "tipo di contratto|contratto|orario|tipologia contrattuale|tipo de vaga|regime|dienstverband|contractvorm|uren|"
    "rodzaj umowy|umowa|wymiar pracy|etat|тип занятости|занятость|график|omfattning|anställningsform|anställning|"
    "stillingstype|ansettelsesform|ansættelse|työsuhde|typ úvazku|foglalkoztatás|tip contract|雇用形態|工作性质|"
    "고용형태",
    "pay": "salary|base pay|monthly salary|hourly wage|salary/rate|salary/wage|stipend|pay/salary|pay scale|"
    "salary grade|salary details|rate of pay|per hour|pay|compensation|wage|wages|rate|pay rate|pay range|"
    "salary range|remuneration|base salary|"
    "hourly rate|package|ctc|annual salary|starting salary|estimated salary|gehalt|vergütung|entgelt|lohn|verdienst|"
    "bezahlung|jahresgehalt|einstiegsgehalt|rémunération|salaire|salario|sueldo|retribución|remuneración|salário|"
    "remuneração|retribuzione|stipendio|ral|salaris|salarisindicatie|bruto salaris|wynagrodzenie|widełki|mzda|plat|"
    "bér|salariu|зарплата|заработная плата|оклад|lön|lønn|løn|palkka|maaş|給与|年収|月給|時給|薪资|薪水|급여|연봉",
    "posted_at": "posted|placed on|advertised|posted at|published at|listing date|date listed|date advertised|"
    "post date|date added|added|issue date|date of issue|ad placed|date issued|open date|date opened|date posted|"
    "posted on|posting date|posted date|published|published on|publication date|"
    "opening date|date|listed|job posted|date of posting|veröffentlicht|veröffentlicht am|eingestellt am|online seit|"
    "datum|erschienen am|publié le|publiée le|date de publication|mise en ligne|publicado|publicado el|publicada|"
    "fecha de publicación|pubblicato|pubblicato il|data di pubblicazione|publicado em|data de publicação|geplaatst|"
    "geplaatst op|plaatsingsdatum|opublikowano|data publikacji|dodano|опубликовано|дата публикации|размещено|"
    "publicerad|publicerat|publisert|oprettet|julkaistu|zveřejněno|掲載日|发布日期|发布时间|등록일",
    "valid_through": "closing date|close date|date closing|closing date for applications|applications due|"
    "application due date|deadline to apply|deadline for applications|deadline date|final date|filing deadline|"
    "last filing date|expiration date|job expires|applications close on|closing on|application deadline|deadline|"
    "apply by|applications close|closes|closing|expires|"
    "expiry date|valid until|last date|application closing date|apply before|end date|last day to apply|"
    "bewerbungsfrist|bewerbungsschluss|gültig bis|bewerben bis|bewerbung bis|date limite|date limite de candidature|"
    "candidature avant le|date de clôture|fecha límite|fecha de cierre|plazo|válido hasta|scadenza|data di scadenza|"
    "candidature entro|prazo|data limite|inscrições até|sluitingsdatum|reageren voor|solliciteren voor|aplikuj do|"
    "termin składania|ważne do|oferta ważna do|действительно до|срок подачи|sista ansökningsdag|ansök senast|"
    "søknadsfrist|ansøgningsfrist|frist|haku päättyy|hakuaika päättyy|uzávěrka|応募締切|截止日期|마감일",
    "external_id": "job id|job number|job no|job no.|job ref|job reference|reference|reference number|ref|ref.|ref no|"
    "ref no.|reference no|reference no.|reference id|requisition|requisition id|requisition number|req id|req #|req.|"
    "job req|job code|vacancy id|vacancy number|posting id|job requisition id|job #|position id|position number|"
    "kennziffer|referenznummer|referenz|stellen-id|job-id|stellennummer|referenz-nr.|ref.-nr.|referenzcode|référence|"
    "réf|réf.|référence de l'offre|n° de l'offre|referencia|ref. oferta|código|riferimento|rif|rif.|codice annuncio|"
    "referência|código da vaga|referentie|referentienummer|vacaturenummer|numer referencyjny|nr ref|nr ref.|"
    "номер вакансии|referensnummer|referens|referansenummer|finn-kode|jobnummer|求人番号|职位编号",
    "remote": "remote|workplace|workplace type|work arrangement|remote work|working model|home office|homeoffice|"
    "télétravail|teletrabajo|modalidad|smart working|lavoro da remoto|modalità di lavoro|thuiswerken|tryb pracy|"
    "формат работы|distansarbete|etätyö|modelo de trabalho|リモートワーク",
    "": "department|state|openings|number of openings|vacancies|qualification|education|experience|"
    "required experience|required education|skills|keyskills|tax term|area code|length|duration|contact|phone|fax|"
    "e-mail|email|job category|career level|functional area|occupation|season|hours per week|posting number|grade|"
    "series|status|discipline|job function|specialty|contact person|contact name|team|reports to|industry|job family|"
    "category|function|level|seniority|experience level|start date|"
    "start|abteilung|bereich|branche|eintrittsdatum|karrierestufe|beginn|eintritt|secteur|service|département|sector|"
    "departamento|categoría|settore|area|afdeling|vakgebied|branża|dział|отдел|avdelning|bransch|avdeling|部署",
}  # fmt: skip
LABELS: Mapping[str, str] = {label: name for name, labels in _LABELS.items() for label in labels.split("|")}
# Any page may have some of these labels; the others indicate a job.
COMMON_LABELS = frozenset(
    ("agency", "institution", "advertiser", "posted by", "business", "business name", "school", "hospital",
     "university", "place", "town", "county", "state", "added", "date added", "issue date", "advertised",
     "posted at", "published at", "expiration date", "qualification", "education", "experience", "skills", "length",
     "duration", "contact", "phone", "fax", "e-mail", "email", "occupation", "season", "grade", "series", "status",
     "discipline", "specialty", "per hour", "contact person", "contact name", "area code", "openings", "job",
     "open date", "final date", "listing date", "einrichtung", "établissement", "organisme", "jednostka",
     "instytucja", "instelling", "post date", "recruiter", "title", "type", "date", "location", "company", "city",
     "where", "published", "posted", "category", "function", "level", "start", "reference", "ref", "ref.", "region",
     "area", "service", "datum", "ort", "lieu", "local", "sede", "hours", "rate", "package", "deadline", "office",
     "code", "código", "locations", "publié le", "publicado", "role", "veröffentlicht", "team", "department",
     "position", "post", "client", "schedule", "contract", "remote", "plaats", "ville", "lugar", "ciudad", "cidade",
     "город", "miasto", "uren", "firma", "empresa", "contrato", "plazo", "prazo", "referenz", "référence", "réf",
     "réf.", "frist", "closes", "closing", "expires", "umfang", "sector", "branche", "experience level", "orario",
     "scadenza", "luogo", "plat", "platz", "sted", "dodano", "posted on", "published on", "pubblicato",
     "pubblicato il", "publicado el", "publicado em", "geplaatst", "organisation", "organization", "beginn",
     "industry", "bereich", "secteur", "公司", "地点", "etat", "vacancy", "pay", "regime", "start date", "valid until",
     "end date", "gültig bis", "plats", "tjänst", "stilling", "oprettet", "data di pubblicazione")
)  # fmt: skip

APPLY = re.compile(
    r"^(?:»|›|→|✉|>>?)?\s*(?:apply(?: (?:now|here|online|today|for (?:this|the) (?:job|position|role|vacancy|post|"
    r"opportunity)|(?:to|on|with|via|at|by|directly) .{1,40}|to (?:this )?(?:job|position)))?|i(?:'|’)?m interested|"
    r"start (?:your )?application|(?:submit|send) (?:your )?(?:application|cv|resume)|easy apply|(?:jetzt |hier |"
    r"online |direkt |gleich )*(?:online[- ])?bewerben|bewirb dich(?: jetzt)?|jetzt bewerben!?|zur bewerbung|"
    r"postuler(?: .{1,30})?|je postule|candidater|envoyer (?:ma|votre) candidature|(?:solicitar|aplicar|inscr[ií]bete|"
    r"inscribirme|postular(?:me|se)?|postúlate|presentar candidatura)(?: .{1,25})?|(?:candidati|candidarsi|"
    r"invia (?:la )?candidatura|rispondi all'annuncio)(?: .{1,20})?|(?:candidatar(?:-se|-me)?|candidate-se|"
    r"quero me candidatar|inscreva-se)(?: .{1,20})?|(?:direct |nu )?solliciteer(?: .{1,25})?|solliciteren|"
    r"reageer op deze vacature|aplikuj(?: .{1,20})?|wyślij (?:cv|aplikację)|odpovědět|chci (?:tu )?práci|"
    r"jelentkez(?:em|és)|aplică(?: acum)?|başvur|hemen başvur|откликнуться|отправить резюме|відгукнутися|"
    r"ansök(?: .{1,20})?|sök (?:jobbet|tjänsten)|søk(?: .{1,20})?|ansøg(?: .{1,20})?|send ansøgning|hae (?:paikkaa|"
    r"työpaikkaa|nyt)|応募(?:する|はこちら)?|この求人に応募|(?:立即)?(?:申请|应聘)(?:职位)?|投递简历|지원하기|"
    r"입사지원)\s*(?:[!»›→.]|>>?)*$",
    re.I,
)

EMPLOYMENT: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("internship", re.compile(
        r"\bintern(?:ship)?s?\b|praktik(?:um|ant\w*)|\bstage\b|\bstagiaire|prácticas|becari[oa]|\btirocinio|estágio|"
        r"\bstageplaats|\bstaż|стажиров|praktikplats|trainee(?:ship)?\b|werkstudent|alternance|apprenti|ausbildung|"
        r"实习|インターン|인턴",
        re.I)),
    ("part_time", re.compile(
        r"part[-\s]?time|teilzeit|temps partiel|(?:tiempo|media jornada|jornada) parcial|media jornada|tempo parcial|"
        r"meio período|deeltijd|parttime|pół etatu|niepełny etat|неполный|частичная занятость|deltid|osa-aika|minijob|"
        r"midi-?job|パート|兼职|아르바이트|částečný úvazek|részmunkaidő",
        re.I)),
    ("contract", re.compile(
        r"\bcontract(?:or)?\b|\bfreelanc\w*|\bself-employed|freiberuf\w*|indépendant|autónomo|libero professionista|"
        r"partita iva|\bzzp|umowa zlecenie|\bb2b\b|фриланс|業務委託|konsultuppdrag",
        re.I)),
    ("temporary", re.compile(
        r"\btemporary\b|\btemp\b|\bseasonal\b|fixed[-\s]term|befristet(?!\w)|aushilfe|saison\w*|\bcdd\b|\bintérim|"
        r"temporal\b|eventual\b|tempo determinato|temporário|tijdelijk|czas określony|временн|vikariat|visstid|"
        r"määräaika|派遣|契約社員|계약직",
        re.I)),
    ("full_time", re.compile(
        r"full[-\s]?time|vollzeit|temps plein|temps complet|\bcdi\b|(?:tiempo|jornada) completa?|tiempo completo|"
        r"tempo pieno|tempo integral|período integral|\bclt\b|voltijd|fulltime|pełny etat|pełen etat|полная занятость|"
        r"полный (?:рабочий )?день|heltid|kokoaika|\bpermanent\b|unbefristet|festanstellung|indefinido|"
        r"tempo indeterminato|indeterminato|vaste? (?:contract|dienstverband|baan)|onbepaalde tijd|indéterminée|"
        r"正社員|全职|정규직|plný úvazek|teljes munkaidő|normă întreagă|tam zamanlı",
        re.I)),
    ("volunteer", re.compile(r"\bvolunteer\b|ehrenamt\w*|bénévol\w*|voluntari\w*|vrijwillig\w*", re.I)),
)  # fmt: skip

REMOTE = re.compile(
    r"\bremote(?:ly)?\b|work(?:ing)? from (?:home|anywhere)|home[- ]?based|telecommut\w*|telework|\bwfh\b|"
    r"100 ?% (?:home|remote|télétravail)|télétravail (?:total|complet|100)|full(?:y)?[- ]remote|teletrabajo|"
    r"trabajo (?:remoto|a distancia)|remoto\b|da remoto|smart working|trabalho remoto|home office|homeoffice|"
    r"thuiswerk\w*|praca zdalna|zdaln[aie]\w*|удал[её]нн\w+|удал[её]нка|віддалено|distansarbete|på distans|etätyö|"
    r"uzaktan|práce z domova|フルリモート|在宅勤務|远程|재택",
    re.I,
)
HYBRID = re.compile(
    r"hybrid\w*|híbrido|ibrido|hybryd\w*|гибрид\w*|ハイブリッド|teilweise|partiel|(?<!nicht )möglich|optional|"
    r"days? (?:a|per) week",
    re.I,
)
NOT_REMOTE = re.compile(
    r"\b(?:no|not|non)[- ](?:\w+ ){0,3}remote|\bremote(?: work(?:ing)?)? (?:is )?(?:not|unavailable)\b|"
    r"(?:home[- ]?office|remote) (?:ist )?nicht möglich|télétravail (?:non|impossible)|teletrabajo:? no\b|"
    r"on[- ]?site|in[- ](?:office|person)\b|vor ort|präsenz|"
    r"kein (?:home[- ]?office|remote)|sur site|sur place|présentiel|pas de télétravail|presencial|in sede|in presenza|"
    r"op locatie|op kantoor|stacjonarn\w*|в офисе|на месте работодателя|på plats|出社",
    re.I,
)

# Words of a site, not of a company: the rest of "Acme Careers" without them is the company.
CAREER_WORDS = re.compile(
    r"\b(?:careers?|jobs?|job openings?|job board|current openings?|open positions?|openings?|vacancies|vacancy|"
    r"hiring|recruit(?:ing|ment)|employment|join us|work with us|karriere(?:seite|portal)?|stellen(?:angebote?|markt|"
    r"portal|anzeigen?)?|jobportal|jobbörse|carrières?|recrutement|offres? d(?:'|’)emploi|emplois?|empleos?|"
    r"trabaja con nosotros|ofertas de (?:empleo|trabajo)|lavora con noi|offerte di lavoro|carriere|lavoro|vagas?|"
    r"trabalhe conosco|carreiras?|vacatures?|werken bij|werkenbij|kariera|oferty pracy|praca|вакансии|карьера|"
    r"работа в|работа|jobb|lediga jobb|karriär|karriere|ledige stillinger|job application|apply|portal|site|website|"
    r"page|official|homepage|home|index|welcome|採用情報|採用|求人|招聘|채용)\b",
    re.I,
)
# Texts that stand in the place of a title and name no job.
NO_TITLE = re.compile(
    r"^(?:(?:our |current |all |open |available )*(?:careers?|jobs?|positions?|openings?|vacancies|opportunities|"
    r"roles)(?: (?:at|with) .+)?|job (?:details?|descriptions?|openings?|postings?|listings?|search|opportunit(?:y|"
    r"ies)|vacanc(?:y|ies)|application)|vacanc(?:y|ies)(?: announcement)?|employment(?: opportunit(?:y|ies))?|home|"
    r"welcome.*|menu|search|login|sign in|join (?:us|our team)|work (?:with|for) us|we(?:'|’)?(?:re| are) hiring!?|"
    r"now hiring!?|help wanted|position available|apply(?: now)?|about us|contact(?: us)?|overview|stellenangebote?|"
    r"stellenausschreibung|stellenanzeige|karriere|jobs? bei .+|wir suchen:?|offres? d(?:'|’)emploi|recrutement|"
    r"carrières?|nous recrutons|ofertas? de (?:empleo|trabajo)|empleo|trabaja con nosotros|offert[ae] di lavoro|"
    r"lavora con noi|vagas?(?: de emprego)?|trabalhe conosco|vacatures?|werken bij .+|oferta pracy|oferty pracy|praca|"
    r"kariera|job (?:view|summary|snapshot|announcement|notice|offer|info\w*|overview|profile|purpose)|view job|"
    r"(?:current |our |available )?(?:employment|career|job) (?:opportunit(?:y|ies)|openings?|announcements?|notice)|"
    r"(?:certified |classified )?vacancy(?: notice)?|classifieds?|recruitment|(?:office of |department of )?human "
    r"resources(?: department)?|personnel|offre|similar jobs|related jobs|contact information|share|print(?: job)?|"
    r"e?mail (?:this )?job|save (?:this )?job|back(?: to .+)?|not available|confidential|details|about the job|"
    r"work for [^ ]+|our (?:people|company|team)|stellen|stellenmarkt|stellenanzeigen|beschreibung|ogłoszenie|nabór|"
    r"powered by .+|all rights reserved|privacy.*|вакансии?|lediga (?:jobb|tjänster)|ledige? stillinger?|"
    r"avoimet työpaikat|求人情報|採用情報|招聘信息|"
    r"채용공고|untitled.*|page not found|404.*|error.*)$",
    re.I,
)
# Text that is written before a title and is not part of it.
BEFORE_TITLE = re.compile(
    r"^(?:\[[^\]]{2,20}\]\s*|(?:une?|eine?n?|eine/n|eine?n? \w+e?n?) (?=\w+ ?\w*.*[(\[]))|^(?:job title|vacancy for|"
    r"position of|position available|offre|vacature voor|job opening|job|position(?: title)?|vacancy|title|role|"
    r"opening|hiring|now hiring|we(?:'|’)?(?:re|"
    r" are) hiring|help wanted|job application for|apply for|career opportunity|employment opportunity|stellenangebot|"
    r"stellenausschreibung|stellenanzeige|stelle|wir suchen|gesucht|jobangebot|offre d(?:'|’)emploi|poste|recrutement|"
    r"emploi|nous recrutons|oferta de (?:empleo|trabajo)|puesto|vacante|se busca|lavoro|convocatoria|concurso|praca|"
    r"offerta di lavoro|posizione|cercasi|vaga(?: de emprego)?|vacature|gezocht|oferta pracy|stanowisko|вакансия|"
    r"ledigt jobb|ledig stilling|stilling ledig|jobb|求人)\s*(?:[:–—|-]\s*|(?<=for)\s+)",
    re.I,
)
# Names of occupations or ranks: nearly every job title contains one of them.
_OCCUPATIONS = (
    "accountant actuary administrator adviser advisor agent aide analyst animator apprentice architect artist "
    "assembler assessor assistant associate attendant attorney auditor baker barista bartender biologist bookkeeper "
    "broker builder butcher buyer captain caregiver carer carpenter cashier chef chemist cleaner clerk clinician "
    "coach coder consultant controller cook coordinator copywriter counsellor counselor crew curator custodian dba "
    "dean dentist designer developer dietitian director dispatcher doctor drafter draftsman driver economist editor "
    "educator electrician engineer estimator examiner executive fabricator facilitator fellow fellowship fitter "
    "foreman fundraiser gardener geologist groundskeeper guard helper hostess housekeeper hygienist illustrator "
    "inspector installer instructor intern internship interpreter investigator janitor journalist journeyman "
    "laborer labourer lead lecturer librarian lifeguard loader lpn machinist manager marketer mason mechanic "
    "merchandiser midwife modeler modeller musician nanny nurse officer operator optician optometrist packer "
    "painter paralegal paramedic pharmacist phlebotomist photographer physician physicist pilot planner plumber "
    "porter postdoc postdoctoral president principal processor producer professor professorship programmer "
    "proofreader psychiatrist psychologist purchaser ranger receptionist recruiter registrar reporter "
    "representative researcher rigger rn roofer sales salesman salesperson scientist seamstress secretary server "
    "specialist statistician steward stewardess stocker strategist superintendent supervisor surgeon surveyor "
    "sysadmin tailor teacher technician technologist telemarketer teller tester therapist toolmaker trader trainee "
    "traineeship trainer translator treasurer tutor underwriter veterinarian vp waiter waitress warden webmaster "
    "welder worker writer "
    "agente ajudante analista aprendiz arquitecta arquitecto asesor asesora asistente assistente auxiliar ayudante "
    "cajera cajero camarera camarero chofer cocinera cocinero conserje consultor consultora contable contador "
    "coordenador coordinador coordinadora dependienta dependiente desarrollador desarrolladora desenvolvedor "
    "diseñador diseñadora educador educadora electricista encargada encargado enfermeira enfermeiro enfermera "
    "enfermero engenheira engenheiro gerente gestor gestora ingeniera ingeniero jardinero jefe limpiador limpiadora "
    "maestra maestro mecánico mozo médica médico oficial operador operaria operario profesor profesora programador "
    "programadora recepcionista repartidor repartidora responsable secretaria secretario soldador trabajador "
    "trabajadora técnica técnico vendedor vendedora "
    "animateur animatrice assistante attaché attachée caissier caissière chargé chargée chauffeur comptable "
    "conducteur conductrice conseiller conseillère cuisinier cuisinière directeur directrice développeur "
    "développeuse employé employée enseignant enseignante formateur formatrice gestionnaire infirmier infirmière "
    "ingénieur ingénieure jardinier magasinier manutentionnaire maçon menuisier monteur mécanicien médecin "
    "maître opérateur opératrice ouvrier ouvrière plombier professeur réceptionniste rédacteur rédactrice secrétaire "
    "serveur serveuse soudeur technicien technicienne vendeur vendeuse éducateur éducatrice "
    "addetta addetto autista cameriera cameriere commessa commesso consulente contabile cuoco direttore impiegata "
    "impiegato infermiera infermiere ingegnere magazziniere operaio progettista responsabile segretaria segretario "
    "sviluppatore tecnico venditore "
    "asystent asystentka doradca dyrektor elektryk fryzjer grafik handlowiec inspektor inżynier kasjer kasjerka "
    "kelner kelnerka kierowca kierownik konsultant księgowa księgowy kucharz lekarz magazynier mechanik menedżer "
    "murarz nauczyciel nauczycielka opiekun opiekunka pielęgniarka pielęgniarz pracownica pracownik programista "
    "przedstawiciel referent sekretarka spawacz specjalista sprzedawca tokarz ślusarz "
    "chef ingenjör kehittäjä läkare lärare lærer myyjä opettaja sairaanhoitaja sjuksköterska snickare sygeplejerske "
    "sykepleier säljare udvikler undersköterska utvecklare utvikler администратор бухгалтер водитель врач инженер "
    "менеджер оператор повар программист продавец разработчик специалист учитель "
)
OCCUPATIONS = frozenset(_OCCUPATIONS.split())
# Endings of compound words, as in German and Dutch.
_OCCUPATION_ENDS = (
    "adviseur angestellte angestellter arbeiter arbeiterin architekt architektin arzt assistent assistentin "
    "begeleider beheerder berater beraterin betreuer betreuerin buchhalter buchhalterin chemiker consulent "
    "coördinator docent elektriker elektroniker entwickler entwicklerin erzieher erzieherin fachkraft fahrer "
    "fahrerin friseur friseurin gehilfe geselle gärtner gärtnerin helfer helferin informatiker informatikerin "
    "ingenieur ingenieurin installateur kauffrau kaufmann kellner kellnerin konstrukteur leerkracht lehrer lehrerin "
    "lehrkraft leiter leiterin maker maurer mechaniker mechanikerin mechatroniker medewerker medewerkster meister "
    "meisterin mitarbeiter mitarbeiterin monteur ontwikkelaar optiker pfleger pflegerin physiker planer planerin "
    "praktikant praktikantin programmierer prüfer pädagoge pädagogin redakteur redakteurin rezeptionist "
    "rezeptionistin sachbearbeiter sachbearbeiterin schilder schlosser schreiner sekretär sekretärin techniker "
    "technikerin timmerman tischler verkoopster verkoper verkäufer verkäuferin verpleegkundige vertreter verwalter "
    "verzorgende voorman werker werkstudent wissenschaftler ärztin "
)
OCCUPATION_ENDS = tuple(_OCCUPATION_ENDS.split())
_WORD = re.compile(r"[^\W\d_]+")


def names_occupation(text: str) -> bool:
    words = _WORD.findall(text.lower())
    return any(
        word in OCCUPATIONS or word.removesuffix("s") in OCCUPATIONS or word.endswith(OCCUPATION_ENDS) for word in words
    )


# The distance from its place at which the work is done.
FROM_WHERE = (
    r"(?:(?:fully|partly|partially|100 ?%) )?(?:remote|hybrid|on-?site|in[- ]office|in[- ]person|home[- ]?office|"
    r"home[- ]?based|hybride|télétravail|remoto|híbrido|ibrido|presencial|teletrabajo|zdalnie|distans|vor ort|anywhere)"
)
# Legal forms of companies, at the end of their names.
LEGAL_FORM = re.compile(
    r"[\s,](?:inc|incorporated|l\.?l\.?c|l\.?l\.?p|ltd|limited|corp|corporation|co|company|p\.?l\.?c|gmbh|ggmbh|"
    r"(?:gmbh|ag) & co\.? (?:kg|ohg|kgaa)|ag|kg|ohg|e\.?v|e\.?g|kgaa|s\.a\.|s\.?a\.?s|sarl|s\.?a\.?r\.?l|s\.?l\.?u?|"
    r"s\.a\.u|s\.?a\. de c\.?v|s\.?r\.?l|s\.?p\.?a|b\.?v|n\.?v|sp\. ?z ?o\. ?o|s\.a|sp\. ?j|ltda|a\.?s|a/s|"
    r"aps|ab|oyj?|s\.?r\.?o|kft|zrt|(?:pvt|pte|pty)\.?,? ltd)\.?\Z",
    re.I,
)
# The codes of states and provinces in the United States, in Canada and in Australia.
STATES = (
    "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]"
)
REGIONS = f"{STATES}|AB|BC|MB|N[BLSTU]|ON|PE|QC|SK|YT|NSW|VIC|QLD|SA|TAS|ACT"
_IN_REGION = re.compile(rf"\w[.)]?, (?:{REGIONS})\Z")


def has_legal_form(text: str) -> bool:
    """Return whether it ends in a legal form of companies; `Denver, CO` and `Reno, NV` end in a state."""
    return LEGAL_FORM.search(text) is not None and _IN_REGION.search(text) is None


# Words in the names of institutions.
INSTITUTION = re.compile(
    r"\b(?:university|college|school district|schools|academy|hospital|clinic|health (?:system|center|centre)|"
    r"medical cent(?:er|re)|institute|laborator(?:y|ies)|(?:city|county|state|town|village|borough|diocese) of|"
    r"(?:county|city|district|borough) council|department of|ministry|bureau of|library|museum|foundation|trust|"
    r"universität|hochschule|klinikum|krankenhaus|stadtverwaltung|landratsamt|gemeinde|institut|stiftung|"
    r"universit[ée]|mairie|commune|ville de|centre hospitalier|universidad|ayuntamiento|hospital|instituto|fundación|"
    r"università|comune di|universiteit|gemeente|ziekenhuis|stichting|uniwersytet|szpital|urząd|politechnika)\b",
    re.I,
)
# Text that is written after a title and is not part of it.
AFTER_TITLE = re.compile(
    r"\s+(?:jobs?|vacancy|job (?:opening|vacancy))(?:\s+(?:in|at|with|details?|description|opening)\b.*)?\Z|"
    r"\s+(?:wanted|required|needed)!*\Z",
    re.I,
)
# "Baker at Crumb & Co"
AT = re.compile(
    r"\s+(?:at|@|bei(?: der| dem)?|chez|presso|bij|w firmie|hos|в компани[июя]|job at|en la empresa|"
    # `with` mostly introduces a skill, so the company must look like one.
    r"with(?=(?:\s+[\w&'’.-]+){0,5}\s+(?:Inc|LLC|Ltd|Limited|Corp|Corporation|Co|Company|Group|GmbH|AG|Partners|University|"
    r"College|School|Hospital|Clinic|Bank|Institute|Associates)\b))\s+(?=[A-ZÀ-ÞА-ЯŁŚŻ\d])"
)
HIRES = re.compile(
    r"^(?:(?i:(?:wir|we|nous),? (?:die|der|at|the|la)|the|die|das|der|la|le|el|il|het|de|"
    r"firma)\s+)?(.{2,60}?)\s*,?\s+(?:is|are|has|currently|seeks?|needs|requires|"
    r"invites|sucht|suchen|ogłasza|solicita|recherche|recrute|busca|cerca|ricerca|zoekt|poszukuje|ищет|söker|søker|"
    r"søger|etsii|hledá|keres|procura|contrata|"
    r"hiring)\b"
)
SEEKS = re.compile(
    r"\s*,?\s*(?:[^.]{0,40}?\s)?(?:(?:is|are|has)\s+)?(?:currently\s+|now\s+|actively\s+)?(?:seeks?|seeking|"
    r"looking for|"
    r"needs|requires|hiring|recruiting|(?:an? )?(?:immediate )?openings?|invites applications|such(?:t|en)|recherche|"
    r"recrute|busca|solicita|cerca|ricerca|zoekt|op zoek naar|poszukuje|ogłasza|ищет|söker|søker|søger|etsii|hledá|"
    r"keres|"
    r"procura|contrata)\b",
    re.I,
)
# "is looking for an experienced line cook to", "a job as line cook": the job that is sought.
SOUGHT = re.compile(
    r"\b(?:seek(?:s|ing)|looking for|hiring|recruiting|in need of|opening for|opportunity for|position of|"
    r"needs|requires|recherche|recrute|busca|buscamos|zoekt|op zoek naar|poszukuje|ogłasza nabór na stanowisko)\s+"
    r"(?:an?|une?|una?|een|the)?\s*(?:(?:experienced|full-?time|part-?time|new|talented|skilled|qualified|motivated|"
    r"enthusiastic|energetic|dynamic|licensed|dedicated|for)\s+){0,3}"
    r"((?:[\w&/+#.'’-]+\s+){0,5}?[\w&/+#'’-]+)(?=\s*(?:[,.;:(!]|\b(?:to|for|with|who|in|at|on|pour|para|"
    r"voor|do|that|of our|based)\b|\Z))",
    re.I,
)
ABOUT = re.compile(
    r"^(?:about|who is|why(?: work at)?|über|à propos de|qui est|sobre|acerca de|chi è|quem é a?|over|o firmie|"
    r"о компании|om|tietoa)\s+(?!us\b|the\b|you\b|this\b|our\b|uns\b|das\b|die\b|den\b|nous\b|nosotros\b|la\b|el\b|"
    r"noi\b|nós\b|a\b|ons\b|de\b|job|role|tjänsten|rollen|dig\b|stillingen|oss\b|os\b|work|join|o\b)(.{2,50})$",
    re.I,
)
# Without one of these, and one of those below, a page is not worth reading line by line.
GIST = (
    "apply", "bewerb", "postul", "candidat", "solicit", "aplica", "inscri", "sollicit", "aplikuj", " cv", "resume",
    "résumé", "откликн", "резюме", "ansök", "søk", "ansøg", "hakemu", "応募", "应聘", "申请", "简历", "지원", "přihlá",
    "jelentkez", "başvur", "lebenslauf", "seeking", "hiring", "employer", "vacan", "stellen",
    "job description", "job posting", "this job", "this position", "this vacancy", "full-time", "part-time",
    "full time", "part time", "salario", "jornada", "tipo de contrato", "type de contrat",
)  # fmt: skip
SECTION_STEMS = (
    "responsib", "responsab", "duties", "tasks", "requirement", "qualification", "what you", "about you", "the role",
    "experience",
    "aufgaben", "tätigkeit", "profil", "anforderung", "erwartet", "mission", "compétence", "poste", "funciones",
    "requisit", "perfil", "mansioni", "attività", "competenze", "atividades", "atribuições", "taken", "functie",
    "werkzaamheden", "obowiązk", "wymaga", "zadania", "požad", "náplň", "feladat", "elvárás", "cerințe", "görev",
    "position", "salary", "wanted", "job", "résumé", "recrut", "bewerbung", "vacan", "stelle",
    "nitelik", "обязанности", "требования", "вимоги", "arbetsuppgift", "kvalifik", "arbeidsoppg", "arbejdsopg",
    "stilling", "tehtäv", "仕事内容", "業務内容", "応募資格", "职责", "要求", "업무", "자격", "skills", "tareas",
    "tjänst", "vi söker", "wat ga", "wie ben", "vacature", "role", "candidate", "experien", "expérien", "esperien",
    "erfahrung", "ervaring", "doświadcz", "опыт", "erfarenhet", "erfaring", "kokemus", "経験", "经验", "경력",
)  # fmt: skip
JOB_ADDRESS = re.compile(
    r"(?:^|[/.\-_])(?:jobs?\w{0,12}|careers?|vacanc(?:y|ies)\w*|positions?|openings?|opportunit\w+|employment|hiring|"
    r"join(?:-us)?|work-with-us|work-for-us|stellen\w*|karriere|emplois?|offres?|recrut\w*|carrieres?|empleos?|"
    r"trabajos?|vagas?|lavor[oa]\w*|vacatures?|praca|oferty|kariera|vakans\w*|rabota|jobb|stilling\w*|tyopaik\w*|"
    r"posting|saiyo|recruit\w*|help-wanted)(?:[/.\-_?=]|$)|\wjobs?(?:[/.\-_?=]|$)|careers?(?:[/.\-_?=]|hub|$)",
    re.I,
)
# Words of a page's title that refer to jobs.
HEADED = re.compile(
    r"\b(?:jobs?|careers?|vacanc(?:y|ies)|employment|hiring|recruit(?:ing|ment)|(?:job|career) opportunit(?:y|ies)|"
    r"openings?|wanted|work for us|join us|help wanted|karriere|stellen\w*|emplois?|recrutement|carrières?|"
    r"empleos?|vacantes?|trabajo|lavora con noi|vacatures?|werken bij|praca|oferty pracy|kariera|вакансии|"
    r"lediga jobb)\b",
    re.I,
)
